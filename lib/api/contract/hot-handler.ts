import type { z } from 'zod';
import { invalid, Refusal } from '@/lib/api/answer';
import { loadBalanced } from '@/lib/api/coin-balance/loader';
import { type CallContext, implement } from '@/lib/api/implement';
import { hasAll } from '@/lib/api/lists/cursors';
import { readPage } from '@/lib/api/lists/implement-list';
import { presentInteger } from '@/lib/api/values';
import { listHotContracts, MAX_COUNTED_TRANSACTIONS } from '@/lib/endpoints/hot-contract';
import { bufferToAddress, hexToBuffer } from '@/lib/evm/hex';
import { loadCalledContracts } from './hot-loader';
import type { CalledContract } from './hot-query';

type Query = z.output<typeof listHotContracts.query>;

const TOO_MANY = new Refusal(
  invalid([
    {
      pointer: 'scale',
      detail: `More than ${MAX_COUNTED_TRANSACTIONS} transactions in this period: use a shorter scale`,
    },
  ]),
);

/** GET /stats/hot-smart-contracts. */
export const hotContractsOperation = implement(listHotContracts, async (call) => {
  const counted = await loadCalledContracts(call, call.query.scale ?? '1d');
  if (counted === undefined) return TOO_MANY;
  const compare = comparison(call.query);
  return readPage(call, {
    cursor: {
      position: (query: Query) =>
        hasAll(query, 'transactions_count', 'total_gas_used', 'contract_address_hash')
          ? {
              address: hexToBuffer(query.contract_address_hash),
              transactions: Number(query.transactions_count),
              gas: query.total_gas_used,
            }
          : undefined,
      next: ({ address, transactions, gas }: CalledContract, items_count) => ({
        transactions_count: transactions,
        total_gas_used: presentInteger(String(gas)),
        contract_address_hash: bufferToAddress(address),
        items_count,
      }),
    },
    read: async (_, { after, limit }) =>
      counted
        .filter((contract) => after === undefined || compare(contract, after) > 0)
        .sort(compare)
        .slice(0, limit),
    present: presentHot,
  });
});

/** In descending order unless the query says otherwise. */
function comparison({ sort = 'transactions_count', order = 'desc' }: Query) {
  const sign = order === 'desc' ? -1 : 1;
  return (one: CalledContract, other: CalledContract) => {
    const calls = one.transactions - other.transactions;
    const gas = Number(one.gas > other.gas) - Number(one.gas < other.gas);
    const difference = sort === 'transactions_count' ? calls || gas : gas || calls;
    return sign * (difference || Buffer.compare(one.address, other.address));
  };
}

async function presentHot(context: CallContext, rows: readonly CalledContract[]) {
  const balanced = await loadBalanced(context, rows);
  return balanced.map(({ row, address, balance }) => ({
    contract_address: address,
    balance: balance?.toString() ?? null,
    transactions_count: row.transactions,
    total_gas_used: presentInteger(String(row.gas)),
  }));
}
