import type { Units } from '@/components/chain/amount-value';
import { logHref } from '@/components/log/log-href';
import type { Address } from '@/lib/endpoints/address-mention';
import type { CallTree } from '@/lib/endpoints/call-tree';
import type { Transaction } from '@/lib/endpoints/transaction';
import { nameOfAddress } from '@/lib/format/address-name';
import { type Coin, parseInteger } from '@/lib/format/amount';
import type { CallTreeLink } from './call-links';
import type { ValueContext } from './inline-value';

/** Data shared by rows of calls; `ends` are the sender and receiver of the transaction. */
export type RowContext = ValueContext &
  Readonly<{
    link: CallTreeLink;
    coin: Coin;
    gasUsed: bigint | undefined;
    ends: Readonly<{ from: string; to: string | undefined }>;
    logHref: (index: number) => string;
  }>;

type Shown = Readonly<{
  transaction: Transaction;
  tree: Pick<CallTree, 'frames' | 'addresses'>;
  units: Units;
  coin: Coin;
  link: CallTreeLink;
}>;

/** What the rows of a tree share; named are those that call and are called, and those in arguments. */
export function toRowContext({ transaction, tree, units, coin, link }: Shown): RowContext {
  const { from, to, created_contract: created } = transaction;
  const mentioned: (Address | null)[] = tree.frames.flatMap((call) => [
    call.from,
    call.to,
    call.created_contract,
  ]);
  const names = new Map(
    [from, to, created, ...mentioned, ...tree.addresses].flatMap((address) => {
      const name = address === null ? null : nameOfAddress(address);
      return address === null || name === null ? [] : [[address.hash.toLowerCase(), name] as const];
    }),
  );
  return {
    chainId: link.chainId,
    nameOf: (address) => names.get(address),
    units,
    link,
    coin,
    gasUsed: parseInteger(transaction.gas_used),
    logHref: (index) => logHref(link.chainId, transaction, index),
    ends: { from: from.hash.toLowerCase(), to: (to ?? created)?.hash.toLowerCase() },
  };
}
