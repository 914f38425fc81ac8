import type { ReactNode } from 'react';
import { AddressLabel } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { BlockLink } from '@/components/chain/block-link';
import { TokenLabel } from '@/components/chain/token-label';
import { EmptyState } from '@/components/ui/empty-state';
import { Pill } from '@/components/ui/pill';
import { displayText } from '@/lib/format/text';
import type { SearchItem } from '@/lib/spec/search';

type Props = { items: readonly SearchItem[]; text: string; chain: { id: string; name: string } };

/** What was found, one a row; or what can be looked for when nothing was. */
export function SearchResults({ items, text, chain }: Props) {
  return (
    <div className="rounded-md border border-line bg-surface shadow-panel">
      {items.length === 0 ? (
        <NothingFound text={text} chain={chain.name} />
      ) : (
        <ol className="divide-y divide-line">
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the results of a page are rendered once, on the server
            <li key={index} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
              <Result item={item} chainId={chain.id} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function Result({ item, chainId }: { item: SearchItem; chainId: string }): ReactNode {
  switch (item.type) {
    case 'transaction':
      return (
        <>
          <Pill>Transaction</Pill>
          <a href={`/${chainId}/tx/${item.transaction_hash}`} className="mono wrap-any">
            {item.transaction_hash}
          </a>
          <Age timestamp={item.timestamp} className="ml-auto text-sm text-faint" />
        </>
      );
    case 'block':
      return (
        <>
          <Pill>Block</Pill>
          <BlockLink height={item.block_number} className="font-medium" />
          <span className="mono wrap-any text-sm text-soft">{item.block_hash}</span>
          <Age timestamp={item.timestamp} className="ml-auto text-sm text-faint" />
        </>
      );
    case 'token':
      return (
        <>
          <Pill>{item.token_type ?? 'Token'}</Pill>
          <TokenLabel token={item} />
          {item.name !== null && <bdi className="text-soft">{displayText(item.name, 60)}</bdi>}
          <span className="mono wrap-any ml-auto text-sm text-faint">{item.address_hash}</span>
        </>
      );
    default:
      return (
        <>
          <Pill>{item.type === 'contract' ? 'Contract' : 'Address'}</Pill>
          <AddressLabel
            address={{ hash: item.address_hash, name: item.name, is_contract: item.type === 'contract' }}
            isFull
            withCopy
          />
        </>
      );
  }
}

function NothingFound({ text, chain }: { text: string; chain: string }) {
  return (
    <EmptyState
      icon="search"
      title={text === '' ? 'Nothing to look for yet' : `Nothing on ${chain} has this name`}
    >
      A transaction or block is found by its hash (0x and 64 digits), a block also by its height, an address
      by 0x and 40 digits, a token by the beginning of its name or symbol. The address of a page of another
      explorer works too.
    </EmptyState>
  );
}
