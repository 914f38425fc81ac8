import type { z } from 'zod';
import { loadAddresses } from '@/lib/api/address/mention-loader';
import { presentAddress } from '@/lib/api/address/present';
import { invalid, Refusal } from '@/lib/api/answer';
import { findLatestBlock } from '@/lib/api/block/query';
import { loadBalanced } from '@/lib/api/coin-balance/loader';
import { type CallContext, implement } from '@/lib/api/implement';
import { hasAll, inBlock, toHeight } from '@/lib/api/lists/cursors';
import { implementList, pageSizeOf, readPage } from '@/lib/api/lists/implement-list';
import { loadFunctionNames } from '@/lib/api/names/loader';
import { findContractsNamed } from '@/lib/api/search/query';
import { presentInteger } from '@/lib/api/values';
import { getContract, getContractCounters, listAuditReports, listContracts } from '@/lib/endpoints/contract';
import { ADDRESS_HASH } from '@/lib/endpoints/formats';
import { listHotContracts, MAX_COUNTED_TRANSACTIONS } from '@/lib/endpoints/hot-contract';
import { listContractUpgrades } from '@/lib/endpoints/upgrade';
import { bufferToAddress, hexToBuffer } from '@/lib/evm/hex';
import { loadCalledContracts } from './hot-loader';
import type { CalledContract } from './hot-query';
import { loadContract } from './loader';
import { presentContract, presentListedContract } from './present';
import { findContract } from './query';
import { contractsOf, decodeUpgradeRows, presentUpgrades } from './upgrades-present';
import { listUpgrades, type UpgradeRow } from './upgrades-query';
import {
  countVerifiedContracts,
  findVerifiedContracts,
  listVerifiedContracts,
  type VerifiedContractRow,
  type VerifiedPosition,
} from './verified-query';

/** GET /smart-contracts/{address}. */
export const contractOperation = implement(getContract, async (context) => {
  const { db, params, services } = context;
  const address = hexToBuffer(params.address_hash_param);
  await services.lookUp(db.chainId, [address]);
  const [known, addresses] = await Promise.all([
    loadContract(db, address, services.contractCode),
    loadAddresses(db, [address]),
  ]);
  if (!known) return undefined;
  const { code } = known;
  void services.lookUp(
    db.chainId,
    addresses.get(address.toString('hex'))?.implementations.map((run) => run.address) ?? [],
  );
  const mention = presentAddress(address, addresses);
  const presented = presentContract(known, { mention, code });
  if (code === undefined || ('abi' in presented && presented.abi !== null)) return presented;
  const { functions = [], storage = [] } = (await services.codeFacts(code)) ?? {};
  const learned = await loadFunctionNames(context, functions);
  return {
    ...presented,
    ...(learned.length > 0 && { learned_functions: learned }),
    ...(functions.length > 0 && { derived_functions: functions }),
    ...(storage.length > 0 && { derived_storage: storage }),
  };
});

/** GET /smart-contracts/{address}/audit-reports. */
export const auditReportsOperation = implement(listAuditReports, async ({ db, params }) => {
  const row = await findContract(db, hexToBuffer(params.address_hash_param));
  return row && { items: [], next_page_params: null };
});

/** Sourcify's names of the languages. */
const LANGUAGES = { solidity: 'Solidity', vyper: 'Vyper', yul: 'Yul' } as const;

/** GET /smart-contracts. A search gives one page at most. */
export const contractsOperation = implement(listContracts, async (call) => {
  const { q, filter } = call.query;
  const language = filter && LANGUAGES[filter];
  const text = q?.trim() ?? '';
  if (text === '')
    return readPage(call, {
      cursor: byVerification,
      read: ({ db }, page: { after: VerifiedPosition | undefined; limit: number }) =>
        listVerifiedContracts(db, { ...page, language }),
      present: presentListed,
    });
  const named = ADDRESS_HASH.test(text) ? [hexToBuffer(text)] : await findContractsNamed(call.db, text);
  const rows = await findVerifiedContracts(call.db, named, language);
  return {
    items: await presentListed(call, rows.slice(0, pageSizeOf(call.query))),
    next_page_params: null,
  };
});

const byVerification = {
  position: (query: z.output<typeof listContracts.query>) =>
    hasAll(query, 'verified_at', 'address_hash')
      ? { rank: toHeight(query.verified_at), address: hexToBuffer(query.address_hash) }
      : undefined,
  next: ({ rank, address }: VerifiedPosition, items_count: number) => ({
    verified_at: rank,
    address_hash: bufferToAddress(address),
    items_count,
  }),
};

async function presentListed(context: CallContext, rows: readonly VerifiedContractRow[]) {
  const balanced = await loadBalanced(context, rows);
  return balanced.map(({ row, ...owner }) => presentListedContract(row, owner));
}

const SECONDS_OF_DAY = 86_400;

/** GET /smart-contracts/counters. */
export const contractCountersOperation = implement(getContractCounters, async ({ db, services }) => {
  const latest = await findLatestBlock(db);
  const since = (latest?.timestamp ?? 0) - SECONDS_OF_DAY;
  const [totals, lastDay, verified] = await Promise.all([
    services.totals(db),
    services.lastDay(db),
    countVerifiedContracts(db, since),
  ]);
  return {
    smart_contracts: totals.new_contracts,
    new_smart_contracts_24h: lastDay.new_contracts,
    verified_smart_contracts: verified.all,
    new_verified_smart_contracts_24h: verified.since,
  };
});

/** GET /smart-contracts/{address}/upgrades. */
export const contractUpgradesOperation = implementList(listContractUpgrades, {
  cursor: {
    position: inBlock.position,
    next: ({ block_number, log_index: index }: Pick<UpgradeRow, 'block_number' | 'log_index'>, items_count) =>
      inBlock.next({ block_number, index }, items_count),
  },
  read: ({ db, params }, { after: before, limit }) =>
    listUpgrades(db, hexToBuffer(params.address_hash_param), { before, limit }),
  present: async ({ db }, rows) => {
    const decoded = decodeUpgradeRows(rows);
    const named = decoded.flatMap(contractsOf);
    const emitters = decoded.map(({ address }) => address);
    const addresses = await loadAddresses(db, [...emitters, ...named], [...emitters, ...named]);
    return presentUpgrades(decoded, addresses);
  },
});

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
