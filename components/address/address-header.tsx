import { Fragment, type ReactNode } from 'react';
import { headingName, kindOfAddress } from '@/components/address/address-title';
import { ScamPill } from '@/components/address/scam-pill';
import { Age } from '@/components/chain/age';
import { BlockLink } from '@/components/chain/block-link';
import { ChainLink } from '@/components/chain/chain-link';
import { HashLine } from '@/components/chain/hash-line';
import { Identicon } from '@/components/chain/identicon';
import { ShortHash } from '@/components/chain/short-hash';
import { Icon } from '@/components/ui/icon';
import { Pill } from '@/components/ui/pill';
import { rich } from '@/components/ui/rich';
import type { AddressInfo } from '@/lib/endpoints/address';
import type { AddressActivity } from '@/lib/endpoints/address-activity';
import { isNullAddress } from '@/lib/format/address-name';
import { shortenHash } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';

type Props = {
  address: AddressInfo;
  activity: AddressActivity | undefined;
  /** Menu of the page's other forms. */
  viewAs: ReactNode;
};

const PICTURE = 'mt-1 size-10 rounded-md sm:row-span-2 sm:size-14';

/** Identicon, account type, name if any, and full address. */
export function AddressHeader({ address, activity, viewAs }: Props) {
  const { hash } = address;
  const name = headingName(address);
  const isNull = isNullAddress(hash);
  return (
    <header className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1.5 sm:gap-x-4">
      {isNull ? (
        <Icon name="none" className={`${PICTURE} text-faint`} />
      ) : (
        <Identicon address={hash} className={PICTURE} />
      )}
      <div className="flex items-start justify-between gap-x-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
          <h1 className="wrap-any text-xl font-semibold tracking-tight">
            {name === null ? (
              <>
                {t(kindOfAddress(address))} {!isNull && <ShortHash hash={hash} />}
              </>
            ) : (
              <bdi>{name}</bdi>
            )}
          </h1>
          <Tags address={address} />
        </div>
        {viewAs}
      </div>
      <div className="flex min-w-0 flex-col gap-1.5 max-sm:col-span-2">
        <HashLine hash={hash} what="address" />
        <Delegation address={address} />
        <LabelSource address={address} />
        <EnsName address={address} />
        {activity && <SeenBlocks activity={activity} />}
      </div>
    </header>
  );
}

function Tags({ address }: { address: AddressInfo }) {
  const { token, public_tags: tags } = address;
  const isDelegated = address.proxy_type === 'eip7702';
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <ScamPill address={address} />
      {address.is_contract === true && !isDelegated && (
        <Pill icon="cube" title={t('This address has code')}>
          {t('contract')}
        </Pill>
      )}
      {isDelegated && (
        <Pill tone="accent" title={t('Delegates to a contract (EIP-7702)')}>
          {t('EIP-7702')}
        </Pill>
      )}
      {token !== null && (
        <ChainLink to={`/token/${address.hash}`} title={t('Token page')}>
          <Pill tone="accent">{displayText(token.type ?? 'token', 24)}</Pill>
        </ChainLink>
      )}
      {tags.map((tag) =>
        tag.label === 'fhe' ? (
          <Pill
            key={tag.label}
            tone="secret"
            icon="lock"
            title={t('This contract computes on encrypted values')}
          >
            {t('FHE')}
          </Pill>
        ) : (
          <Pill key={`${tag.label} ${tag.display_name}`}>
            <bdi>{displayText(tag.display_name, 24)}</bdi>
          </Pill>
        ),
      )}
    </div>
  );
}

/** The source of the address's label, if any. */
function LabelSource({ address }: { address: AddressInfo }) {
  const label = address.metadata?.tags.find(({ tagType }) => tagType === 'name');
  const source = label?.meta?.source;
  if (label === undefined || typeof source !== 'string') return null;
  if (source === 'chain')
    return (
      <p className="text-sm text-soft">
        {t('Named after its tokens: only the exchange can create a contract at this address')}
      </p>
    );
  const url = label.meta?.tagUrl;
  return (
    <p className="text-sm text-soft">
      {t('Label from {source}', {
        source: source === 'operator' ? t('the operator of this site') : displayText(source, 60),
      })}
      {typeof url === 'string' && /^https?:\/\//.test(url) && (
        <>
          {' · '}
          <a href={url} rel="nofollow noopener ugc" className="wrap-any">
            {displayText(new URL(url).host, 60)}
          </a>
        </>
      )}
    </p>
  );
}

/** The ENS name, shown next to another name: alone it is the heading. */
function EnsName({ address }: { address: AddressInfo }) {
  const { name, ens_domain_name: ensName } = address;
  if (ensName === null) return null;
  return (
    <p className="text-sm text-soft">
      {name === null
        ? t('ENS name, as returned by the node')
        : rich('ENS name {name}, as returned by the node', {
            name: <bdi className="font-medium">{displayText(ensName, 60)}</bdi>,
          })}
    </p>
  );
}

/** When an address was first and last seen in the indexed blocks. */
function SeenBlocks({ activity }: { activity: AddressActivity }) {
  const { history_from: from, first_seen: first, last_seen: last } = activity;
  if (first === null) return null;
  return (
    <p className="flex flex-wrap gap-x-4 text-sm text-soft">
      <span>
        {rich('First seen{isLate, select, true { since block {from}:} other {}} {age} in block {block}', {
          isLate: String(from !== null),
          from: from === null ? '' : groupDigits(from),
          age: <Age timestamp={first.timestamp} />,
          block: <BlockLink height={first.block_number} />,
        })}
      </span>
      {last !== null && (
        <span>
          {rich('Last active {age} in block {block}', {
            age: <Age timestamp={last.timestamp} />,
            block: <BlockLink height={last.block_number} />,
          })}
        </span>
      )}
    </p>
  );
}

/** `eip1967_beacon` -> EIP-1967 (beacon); types without an EIP number have no standard. */
function standardOf(proxyType: string | null): { isStandard: string; standard: string } {
  const [, number, isByBeacon] = /^eip(\d+)(_beacon)?$/.exec(proxyType ?? '') ?? [];
  const standard = number === undefined ? '' : `EIP-${number}${isByBeacon === undefined ? '' : ' beacon'}`;
  return { isStandard: String(standard !== ''), standard };
}

const MAX_IMPLEMENTATIONS = 5;

function Delegation({ address }: { address: AddressInfo }) {
  const { implementations: all } = address;
  if (all.length === 0) return null;
  return (
    <p className="text-sm text-soft">
      {address.proxy_type === 'eip7702'
        ? `${t('Delegates to')} `
        : `${t('Proxy{isStandard, select, true { ({standard})} other {}} →', standardOf(address.proxy_type))} `}
      {all.slice(0, MAX_IMPLEMENTATIONS).map(({ address_hash: hash, name }, at) => (
        <Fragment key={hash}>
          {at > 0 && ', '}
          <ChainLink
            to={`/address/${hash}`}
            title={hash}
            data-same={hash.toLowerCase()}
            className="font-medium"
          >
            {name === null ? (
              <span className="mono">{shortenHash(hash)}</span>
            ) : (
              <bdi>{displayText(name, 40)}</bdi>
            )}
          </ChainLink>
        </Fragment>
      ))}
      {all.length > MAX_IMPLEMENTATIONS &&
        ` ${t('and {count} more', { count: all.length - MAX_IMPLEMENTATIONS })}`}
    </p>
  );
}
