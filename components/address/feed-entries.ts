import { assetText } from '@/components/token-transfer/asset-amount';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import type { ListedTransaction } from '@/lib/endpoints/transaction';
import { type Nameable, nameOfAddress } from '@/lib/format/address-name';
import { coinIn, formatAmount } from '@/lib/format/amount';
import type { FeedEntry } from '@/lib/format/atom';
import { shortenHash } from '@/lib/format/hash';
import { displayText } from '@/lib/format/text';
import { assetOf } from '@/lib/sentence/describe-transaction';

const COIN_DECIMALS = 18;
const MAX_ENTRIES = 50;

type Lists = Readonly<{
  transactions: readonly ListedTransaction[];
  transfers: readonly TokenTransfer[];
  symbol: string;
  /** Address of a page of the site. */
  urlOf: (path: string) => string;
}>;

/** The newest transactions of an address, and the token transfers to or from it in those of others. */
export function listFeedEntries({ transactions, transfers, symbol, urlOf }: Lists): FeedEntry[] {
  const own = new Set(transactions.map(({ hash }) => hash));
  const ofTransactions = transactions.map((one) => ({
    url: urlOf(`/tx/${one.hash}`),
    title: titleOf(one, symbol),
    updated: one.timestamp,
  }));
  const ofTransfers = transfers.flatMap((one) =>
    own.has(one.transaction_hash)
      ? []
      : {
          url: urlOf(`/tx/${one.transaction_hash}/token-transfers#log-${one.log_index}`),
          title: `${assetText(assetOf(one), coinIn(undefined, symbol))} from ${nameInFeed(one.from)} to ${nameInFeed(one.to)}`,
          updated: one.timestamp,
        },
  );
  const dated = [...ofTransactions, ...ofTransfers].flatMap(({ updated, ...entry }) =>
    updated === null ? [] : { ...entry, updated },
  );
  // of a batch of tokens all transfers are of one log
  return [...new Map(dated.map((entry) => [entry.url, entry])).values()]
    .sort((one, other) => Date.parse(other.updated) - Date.parse(one.updated))
    .slice(0, MAX_ENTRIES);
}

function titleOf(transaction: ListedTransaction, symbol: string): string {
  const { from, to, created_contract: created, method, value, moved, status } = transaction;
  const coin = `${formatAmount(BigInt(value), COIN_DECIMALS).text} ${displayText(symbol, 24)}`;
  const what = moved === undefined ? coin : movedText(moved, symbol);
  const called = method === null ? '' : `${displayText(method, 48)}: `;
  const target = to ?? created;
  const end = target === null ? 'a new contract' : nameInFeed(target);
  return `${status === 'error' ? 'Failed: ' : ''}${called}${what} from ${nameInFeed(from)} to ${end}`;
}

function movedText({ token, total }: NonNullable<ListedTransaction['moved']>, symbol: string): string {
  const id = total?.token_id ?? null;
  return assetText(
    { token, token_id: id, amount: total?.value ?? (id === null ? null : '1') },
    coinIn(undefined, symbol),
  );
}

/** A name with the digits that it stands for, as anyone can choose a name; the digits alone without one. */
export function nameInFeed(address: Nameable & Readonly<{ hash: string }>): string {
  const [name, digits] = [nameOfAddress(address), shortenHash(address.hash)];
  return name === null ? digits : `${displayText(name, 32)} ${digits}`;
}
