import type { ReactNode } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import type { Address } from '@/lib/endpoints/address-mention';
import { isNullAddress, nameOfAddress } from '@/lib/format/address-name';
import { namePrecompile } from '@/lib/format/precompiles';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { ChainLink } from './chain-link';
import { DeceptiveLetters } from './deceptive-letters';
import { Identicon } from './identicon';
import { ImitationMark } from './imitation';
import { ShortHash } from './short-hash';

const PARTS = { from: 'text-sender', to: 'text-receiver', other: 'text-ink' } as const;

type Props = {
  address: Pick<Address, 'hash' | 'name' | 'is_contract'> &
    Partial<Pick<Address, 'ens_domain_name' | 'imitates'>>;
  /** Role in the page's transaction: sender and receiver have their own color everywhere. */
  part?: keyof typeof PARTS;
  /** Full address where there is room; otherwise the first and last six digits. */
  isFull?: boolean;
  withCopy?: boolean;
  /** False where the link would point to the current page. */
  isLinked?: boolean;
  /** Lower-case addresses of the page that look alike when shortened; shown in full, with a warning. */
  lookAlikes?: ReadonlySet<string> | undefined;
};

/** An address whose name, if any, is followed by its first and last digits: anyone can choose a name. */
export function NamedAddress({ address, lookAlikes }: Pick<Props, 'address' | 'lookAlikes'>) {
  const isFull = lookAlikes?.has(address.hash.toLowerCase()) === true;
  return (
    <span className="inline-flex max-w-full min-w-0 flex-wrap items-center gap-x-1.5 align-top">
      <AddressLabel address={address} lookAlikes={lookAlikes} />
      {nameOfAddress(address) !== null && !isFull && (
        <ShortHash hash={address.hash} className="text-xs text-faint" />
      )}
    </span>
  );
}

/** An address: identicon, name or digits, contract marker. Equal ones are highlighted together on hover. */
export function AddressLabel(props: Props) {
  const { address, part = 'other', withCopy = false, isLinked = true } = props;
  const { hash } = address;
  const isLookAlike = props.lookAlikes?.has(hash.toLowerCase()) === true;
  const isFull = props.isFull === true || isLookAlike;
  return (
    <span className="address">
      {isNullAddress(hash) ? (
        <Icon name="none" className="size-4 text-faint" />
      ) : (
        <Identicon address={hash} />
      )}
      <AddressAnchor
        hash={hash}
        name={nameOfAddress(address)}
        isLinked={isLinked}
        className={isFull && nameOfAddress(address) !== null ? `flex-wrap ${PARTS[part]}` : PARTS[part]}
      >
        <AddressText address={address} isFull={isFull} isLookAlike={isLookAlike} />
      </AddressAnchor>
      {withCopy && <CopyButton value={hash} what={t('address')} />}
    </span>
  );
}

function AddressAnchor(props: {
  hash: string;
  name: string | null;
  isLinked: boolean;
  className: string;
  children: ReactNode;
}) {
  const { hash, name, isLinked, className, children } = props;
  // a name may be cut where it stands
  const title = name === null ? hash : `${displayText(name, 80)} ${hash}`;
  const same = { 'data-same': hash.toLowerCase(), title };
  if (!isLinked) {
    return (
      <span {...same} className={className}>
        {children}
      </span>
    );
  }
  return (
    <ChainLink to={`/address/${hash}`} {...same} className={className}>
      {children}
    </ChainLink>
  );
}

function AddressText(props: Pick<Props, 'address'> & { isFull: boolean; isLookAlike: boolean }) {
  const { address, isFull, isLookAlike } = props;
  const { hash } = address;
  const name = nameOfAddress(address);
  const isNull = isNullAddress(hash);
  return (
    <>
      {address.is_contract === true && (
        <>
          <Icon name="cube" className="contract" />
          <span className="sr-only">{t('Contract')} </span>
        </>
      )}
      {isLookAlike && <LookAlikeMark />}
      <ImitationMark imitated={address.imitates} />
      <DeceptiveLetters name={name} />
      {name !== null && <bdi className="max-w-full truncate font-medium">{displayText(name, 40)}</bdi>}
      {name === null && isNull && <span className="whitespace-nowrap text-soft">{t('null address')}</span>}
      {name === null && <Precompile hash={hash} />}
      {isFull && (
        <span className={`mono wrap-any min-w-0 ${name === null ? '' : 'text-soft'}`}>
          {isLookAlike ? <DistinctDigits hash={hash} /> : hash}
        </span>
      )}
      {!isFull && name === null && !isNull && <ShortHash hash={hash} />}
    </>
  );
}

/** The name of a precompiled contract, next to its address. */
function Precompile({ hash }: { hash: string }) {
  const name = namePrecompile(hash);
  return name === undefined ? null : <span className="whitespace-nowrap text-soft">{name}</span>;
}

/** Highlights the digits that distinguish look-alikes. */
function DistinctDigits({ hash }: { hash: string }) {
  return (
    <>
      {hash.slice(0, 6)}
      <strong className="font-bold underline decoration-error/60 underline-offset-2">
        {hash.slice(6, -4)}
      </strong>
      {hash.slice(-4)}
    </>
  );
}

function LookAlikeMark() {
  const text = t('Another address on this page starts and ends with the same digits');
  return (
    <span title={text} className="text-error">
      <Icon name="alert" className="size-3.5" />
      <span className="sr-only">{text}: </span>
    </span>
  );
}
