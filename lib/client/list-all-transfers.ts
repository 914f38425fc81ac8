import { listTransactionTokenTransfers, type TokenTransfer } from '@/lib/endpoints/token-transfer';
import type { Transaction } from '@/lib/endpoints/transaction';
import type { Api } from './substitutes/substitute';

const TRANSFERS_A_PAGE = 100;
const MAX_PAGES = 4;

/** All token transfers of a transaction; undefined if they are too many, or the API does not list them. */
export async function listAllTransfers(
  where: Readonly<{ chain: string; params: Readonly<{ transaction_hash_param: string }> }>,
  transaction: Transaction,
  callExtra: Api['callExtra'],
): Promise<readonly TokenTransfer[] | undefined> {
  if (transaction.token_transfers_overflow !== true) return transaction.token_transfers;
  const transfers: TokenTransfer[] = [];
  let query: Record<string, string> = { items_count: String(TRANSFERS_A_PAGE) };
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await callExtra(listTransactionTokenTransfers, { ...where, query });
    if (answer === undefined) return undefined;
    transfers.push(...answer.items);
    if (answer.next_page_params === null) return transfers;
    const next = Object.entries(answer.next_page_params).map(([name, value]) => [name, String(value)]);
    query = { items_count: String(TRANSFERS_A_PAGE), ...Object.fromEntries(next) };
  }
  return undefined;
}
