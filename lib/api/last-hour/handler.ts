import { loadAddresses, loadTokensOf } from '@/lib/api/address/mention-loader';
import { presentAddress } from '@/lib/api/address/present';
import { loadCalledContracts } from '@/lib/api/contract/hot-loader';
import type { CalledContract } from '@/lib/api/contract/hot-query';
import { implement } from '@/lib/api/implement';
import { presentToken } from '@/lib/api/token/present';
import { presentTransactions } from '@/lib/api/transaction/loader';
import { listTransactionsAt } from '@/lib/api/transaction/query';
import { presentTimestamp } from '@/lib/api/values';
import { getLastHour, RANKED } from '@/lib/endpoints/last-hour';
import { rankLastHour } from './loader';

/** GET /stats/last-hour. */
export const lastHourOperation = implement(getLastHour, async (context) => {
  const { db, services } = context;
  const [ranked, called] = await Promise.all([
    services.lastHour(String(db.chainId), () => rankLastHour(db)),
    loadCalledContracts(context, '1h'),
  ]);
  if (ranked === undefined) return undefined;
  const contracts = called && [...called].sort(byTransactions).slice(0, RANKED);
  const [addresses, tokens, rows] = await Promise.all([
    loadAddresses(db, contracts?.map(({ address }) => address) ?? []),
    loadTokensOf(db, ranked.tokens),
    listTransactionsAt(db, ranked.transactions),
  ]);
  return {
    until: presentTimestamp(ranked.until),
    contracts:
      contracts?.map(({ address, transactions }) => ({
        contract: presentAddress(address, addresses),
        transactions_count: transactions,
      })) ?? null,
    tokens: ranked.tokens.flatMap(({ token_address, transfers_count }) => {
      const token = tokens.get(token_address.toString('hex'));
      return token ? [{ token: presentToken(token), transfers_count }] : [];
    }),
    tokens_since: presentTimestamp(ranked.tokensSince),
    transactions: await presentTransactions(
      context,
      rows.sort((one, other) => Number(BigInt(other.value) - BigInt(one.value))),
    ),
    transactions_since: presentTimestamp(ranked.transactionsSince),
  };
});

function byTransactions(one: CalledContract, other: CalledContract): number {
  return other.transactions - one.transactions || Buffer.compare(one.address, other.address);
}
