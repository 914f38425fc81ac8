import type { z } from 'zod';
import { loadAddresses } from '@/lib/api/address/mention-loader';
import { presentAddress } from '@/lib/api/address/present';
import { findLatestBlock } from '@/lib/api/block/query';
import { loadBalanced } from '@/lib/api/coin-balance/loader';
import { type CallContext, implement } from '@/lib/api/implement';
import { hasAll, toHeight } from '@/lib/api/lists/cursors';
import { pageSizeOf, readPage } from '@/lib/api/lists/implement-list';
import { loadFunctionNames } from '@/lib/api/names/loader';
import { findContractsNamed } from '@/lib/api/search/query';
import { getContract, getContractCounters, listAuditReports, listContracts } from '@/lib/endpoints/contract';
import { ADDRESS_HASH } from '@/lib/endpoints/formats';
import { bufferToAddress, hexToBuffer } from '@/lib/evm/hex';
import { loadContract } from './loader';
import { presentContract, presentListedContract } from './present';
import { findContract } from './query';
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
