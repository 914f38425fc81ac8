import type { ReactNode } from 'react';
import { AddressLabel } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { BlockLink } from '@/components/chain/block-link';
import { ChainLink } from '@/components/chain/chain-link';
import { TokenLabel } from '@/components/token/token-label';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { Pill } from '@/components/ui/pill';
import type { SearchItem } from '@/lib/endpoints/search';
import type { NamedSignature } from '@/lib/endpoints/signature';
import { groupDigits } from '@/lib/format/number';
import { parseQuery } from '@/lib/format/parse-query';
import { displayText } from '@/lib/format/text';
import { msg, t } from '@/lib/language/t';

type Props = {
  items: readonly SearchItem[];
  signatures: readonly NamedSignature[];
  text: string;
  chain: { id: string; name: string };
};

/** Results by what they are, in the order of the first of each; or search tips if there are none. */
export function SearchResults({ items, signatures, text, chain }: Props) {
  if (items.length + signatures.length === 0)
    return (
      <div className="rounded-md border border-line bg-surface shadow-panel">
        <NothingFound text={text} chain={chain.name} />
      </div>
    );
  return (
    <>
      {[...new Set(items.map(({ type }) => GROUPS[type]))].map((title) => (
        <Group key={title.english} id={title.english.toLowerCase()} title={t(title)}>
          {items
            .filter(({ type }) => GROUPS[type] === title)
            .map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the results of a page are rendered once, on the server
              <Result key={index} item={item} />
            ))}
        </Group>
      ))}
      {signatures.length > 0 && (
        <Group id="signatures" title={t('Functions, events and errors')}>
          {signatures.map(({ key, signature }) => (
            <Line key={`${key} ${signature}`} kind={kindOf({ key, signature })}>
              <code className="wrap-any">{displayText(signature.replace(DECLARED, ''), MAX_SIGNATURE)}</code>
              <code className="wrap-any ms-2 text-sm text-soft">{key}</code>
            </Line>
          ))}
        </Group>
      )}
    </>
  );
}

/** A declaration says its kind, name and types alone do not. */
function kindOf({ key, signature }: Pick<NamedSignature, 'key' | 'signature'>): string {
  if (key.length > SELECTOR_DIGITS) return t('Event');
  const declared = DECLARED.exec(signature)?.[1];
  if (declared === undefined) return t('Function or error');
  return declared === 'function' ? t('Function') : t('Error');
}

const DECLARED = /^(function|event|error) /;
const SELECTOR_DIGITS = '0x12345678'.length;
const MAX_SIGNATURE = 300;
const ADDRESSES = msg('Addresses');
const GROUPS = {
  token: msg('Tokens'),
  address: ADDRESSES,
  contract: ADDRESSES,
  block: msg('Blocks'),
  transaction: msg('Transactions'),
} as const;

function Group({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Panel title={title} id={id}>
      <ol className="divide-y divide-line">{children}</ol>
    </Panel>
  );
}

function Result({ item }: { item: SearchItem }): ReactNode {
  switch (item.type) {
    case 'transaction':
      return (
        <Line
          kind="Transaction"
          aside={item.timestamp === null ? t('pending') : <Age timestamp={item.timestamp} />}
        >
          <ChainLink to={`/tx/${item.transaction_hash}`} className="mono wrap-any">
            {item.transaction_hash}
          </ChainLink>
        </Line>
      );
    case 'block':
      return (
        <Line kind="Block" aside={<Age timestamp={item.timestamp} />}>
          <BlockLink height={item.block_number} className="font-medium" />{' '}
          <span className="mono wrap-any text-sm text-soft">{item.block_hash}</span>
        </Line>
      );
    case 'token':
      return (
        <Line
          kind={item.token_type ?? t('Token')}
          aside={<AddressLabel address={{ hash: item.address_hash, name: null, is_contract: true }} />}
        >
          <TokenLabel token={item} />{' '}
          {item.name !== null && <bdi className="wrap-any text-soft">{displayText(item.name, 60)}</bdi>}
          {item.reputation === 'scam' && (
            <>
              {' '}
              <Pill tone="error" icon="alert">
                {t('reported as scam')}
              </Pill>
            </>
          )}
        </Line>
      );
    default:
      return (
        <Line kind={item.type === 'contract' ? t('Contract') : t('Address')}>
          <AddressLabel
            address={{ hash: item.address_hash, name: item.name, is_contract: item.type === 'contract' }}
            isFull
            withCopy
          />
        </Line>
      );
  }
}

function Line(props: { kind: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <li className="grid items-center gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-hover sm:grid-cols-[8rem_minmax(0,1fr)_auto]">
      <span>
        <Pill>{props.kind}</Pill>
      </span>
      <span className="min-w-0">{props.children}</span>
      <span className="text-sm text-faint">{props.aside}</span>
    </li>
  );
}

function NothingFound({ text, chain }: { text: string; chain: string }) {
  return (
    <EmptyState icon="search" title={describeNothing(text, chain)}>
      {t(
        'Search for a transaction or block by hash (0x and 64 digits), a block by number, an address (0x and 40 digits), a token by the start of its name or symbol, or a function or event by its name or selector. URLs of other explorers work too.',
      )}
    </EmptyState>
  );
}

function describeNothing(text: string, chain: string): string {
  const query = parseQuery(text);
  if (text === '') return t('Enter a search term');
  if (query.kind === 'handle_or_hash' || query.kind === 'transaction')
    return t('No transaction and no indexed block with this hash on {chain}', { chain });
  if (query.kind === 'block' && typeof query.block === 'number')
    return t('No indexed block #{block} and no token with this name on {chain}', {
      block: groupDigits(query.block),
      chain,
    });
  return t('No results on {chain}', { chain });
}
