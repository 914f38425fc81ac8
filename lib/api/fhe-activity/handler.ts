import type { z } from 'zod';
import { loadAddresses, loadIndexerState } from '@/lib/api/address/mention-loader';
import { presentAddress } from '@/lib/api/address/present';
import { listCandidates, listConfirmed } from '@/lib/api/fhe-deployment/confirmed-query';
import { loadBlockUsage, loadDeploymentLimits } from '@/lib/api/fhe-deployment/loader';
import { type CallContext, implement } from '@/lib/api/implement';
import { hasAll, inBlock, toHeight } from '@/lib/api/lists/cursors';
import { implementList, readPage } from '@/lib/api/lists/implement-list';
import { findTokens } from '@/lib/api/token/query';
import { presentTransactions } from '@/lib/api/transaction/loader';
import { listTransactionsAt } from '@/lib/api/transaction/query';
import { presentTimestamp } from '@/lib/api/values';
import type { Database } from '@/lib/db/open-database';
import {
  type FheActivity,
  getAddressFheProfile,
  getFheActivity,
  listFheBlocks,
  listFheCallers,
  listFheTransactions,
  MAX_FHE_TOKENS,
  PROFILED_OPERATIONS,
  SAMPLED_OPERATIONS,
} from '@/lib/endpoints/fhe-activity';
import { bufferToAddress, bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { ACCESS_TOPICS } from '@/lib/fhe/read-access';
import { presentFheTokens, presentKinds, presentSample, presentSpread } from './present';
import {
  countNewestLogs,
  type FheBlockRow,
  type FheTransactionRow,
  type FunctionRow,
  findSpread,
  listFunctionCosts,
  listFheBlocks as queryBlocks,
  listFheTransactions as queryTransactions,
  type SampleRow,
  sumNewestOperations,
} from './query';

/** Newest logs of an ACL that are read. */
const MAX_LOGS = 100_000;
const MAX_FUNCTIONS = 20;
/** Callers of the sample that may be tokens. */
const MAX_CALLERS = 100;
const OPENED = hexToBuffer(ACCESS_TOPICS.AllowedForDecryption);

/** GET /fhe. */
export const fheActivityOperation = implement(getFheActivity, async ({ db, services }) => {
  const [sampled, totals, state] = await Promise.all([
    loadSample({ db, services }),
    services.totals(db),
    loadIndexerState(db),
  ]);
  const sample = presentSample(sampled);
  const deployments = await loadDeploymentLimits(db, state?.tip_number ?? 0);
  const acls = deployments.flatMap(({ deployment: { acl } }) => (acl === null ? [] : [hexToBuffer(acl)]));
  return {
    deployments,
    operations_count: totals.fhe_operations,
    total_hcu: totals.hcu,
    transactions_count: totals.fhe_transactions,
    confidential_transfers_count: totals.confidential_transfers,
    sample,
    callers_count: sampled.filter(isCaller).length,
    kinds: presentKinds(sampled),
    tokens: await loadTokens(db, sampled, acls),
    opened_count: await services.fheOpenings(String(db.chainId), async () =>
      sample.from_block === null
        ? 0
        : countNewestLogs(db, acls, { topic: OPENED, from: sample.from_block, limit: MAX_LOGS }),
    ),
  };
});

/** The confidential tokens most held, and those whose contract computed most of late. */
async function loadTokens(
  db: Database,
  sampled: readonly SampleRow[],
  acls: readonly Buffer[],
): Promise<FheActivity['tokens']> {
  const callers = sampled.filter(isCaller).sort(compareCallers).slice(0, MAX_CALLERS);
  const candidates = await listCandidates(
    db,
    callers.map(({ caller }) => caller),
  );
  const [tokens, confirmed] = await Promise.all([
    findTokens(db, candidates),
    listConfirmed(db, candidates, acls),
  ]);
  return presentFheTokens(tokens, confirmed, MAX_FHE_TOKENS);
}

/** At most a minute old. */
function loadSample({ db, services }: Pick<CallContext, 'db' | 'services'>): Promise<readonly SampleRow[]> {
  return services.fheSample(String(db.chainId), () => sumNewestOperations(db, { limit: SAMPLED_OPERATIONS }));
}

/** GET /fhe/transactions. */
export const fheTransactionsOperation = implementList(listFheTransactions, {
  cursor: inBlock,
  read: ({ db, query }, { after: before, limit }) =>
    queryTransactions(db, { before, limit, caller: query.caller ? hexToBuffer(query.caller) : undefined }),
  present: async (context: CallContext, rows: readonly FheTransactionRow[]) => {
    const presented = await presentTransactions(context, rows);
    return presented.map((transaction, index) => ({
      ...transaction,
      total_hcu: rows[index]?.total_hcu ?? 0,
      max_depth_hcu: rows[index]?.max_depth_hcu ?? 0,
    }));
  },
});

/** GET /fhe/blocks. */
export const fheBlocksOperation = implementList(listFheBlocks, {
  cursor: {
    position: ({ block_number }: z.output<typeof listFheBlocks.query>) =>
      block_number === undefined ? undefined : toHeight(block_number),
    next: ({ number: block_number }: FheBlockRow, items_count: number) => ({ block_number, items_count }),
  },
  read: ({ db }, { after: below, limit }) => queryBlocks(db, { below, limit }),
  present: async ({ db }: CallContext, rows: readonly FheBlockRow[]) => {
    const usage = await loadBlockUsage(
      db,
      rows.map(({ number }) => number),
    );
    return rows.map((row) => ({
      height: row.number,
      timestamp: presentTimestamp(row.timestamp),
      transactions_count: row.transactions_count,
      fhe_operations_count: row.fhe_operations_count,
      total_hcu: row.total_hcu,
      deployments: usage.get(row.number) ?? [],
    }));
  },
});

type CallerRow = SampleRow & { caller: Buffer };
type CallerPosition = Pick<CallerRow, 'total_hcu' | 'caller'>;

const isCaller = (row: SampleRow): row is CallerRow => row.of === 'caller' && row.caller !== null;

function compareCallers(one: CallerPosition, other: CallerPosition): number {
  return other.total_hcu - one.total_hcu || Buffer.compare(one.caller, other.caller);
}

/** GET /fhe/callers. */
export const fheCallersOperation = implement(listFheCallers, async (call) => {
  const sampled = await loadSample(call);
  const page = await readPage(call, {
    cursor: {
      position: (query: z.output<typeof listFheCallers.query>) =>
        hasAll(query, 'total_hcu', 'caller_hash')
          ? { total_hcu: Number(query.total_hcu), caller: hexToBuffer(query.caller_hash) }
          : undefined,
      next: ({ total_hcu, caller }: CallerPosition, items_count) => ({
        ...{ total_hcu, caller_hash: bufferToAddress(caller), items_count },
      }),
    },
    read: async (_, { after, limit }) =>
      sampled
        .filter(isCaller)
        .filter((row) => after === undefined || compareCallers(row, after) > 0)
        .sort(compareCallers)
        .slice(0, limit),
    present: async ({ db }: CallContext, rows: readonly CallerRow[]) => {
      const addresses = await loadAddresses(
        db,
        rows.map(({ caller }) => caller),
      );
      return rows.map(({ caller, operation_count, transaction_count, total_hcu }) => ({
        caller: presentAddress(caller, addresses),
        ...{ operation_count, transaction_count, total_hcu },
      }));
    },
  });
  return { ...page, sample: presentSample(sampled) };
});

/** GET /addresses/{address}/fhe/profile. */
export const addressFheProfileOperation = implement(getAddressFheProfile, async ({ params, ...context }) => {
  const caller = hexToBuffer(params.address_hash_param);
  const limits = { limit: PROFILED_OPERATIONS, most: MAX_FUNCTIONS };
  const [sampled, spread, functions] = await Promise.all([
    sumNewestOperations(context.db, { caller, limit: PROFILED_OPERATIONS }),
    findSpread(context.db, caller, PROFILED_OPERATIONS),
    listFunctionCosts(context.db, caller, limits),
  ]);
  return {
    sample: presentSample(sampled),
    operations: presentSpread(spread.operations),
    hcu: presentSpread(spread.hcu),
    kinds: presentKinds(sampled),
    functions: await presentFunctions(context, functions),
  };
});

/** Functions are named as in the newest transaction that called them. */
async function presentFunctions(context: CallContext, rows: readonly FunctionRow[]) {
  const direct = rows.filter(({ selector }) => selector !== null);
  const found = await listTransactionsAt(context.db, direct);
  const methods = new Map(
    (await presentTransactions(context, found)).map(({ block_number, position, method }) => [
      `${block_number}/${position}`,
      method,
    ]),
  );
  return rows.map(({ selector, block_number, index, ...row }) => ({
    method: selector && (methods.get(`${block_number}/${index}`) ?? bufferToHex(selector)),
    ...{ operation_count: row.operation_count, transaction_count: row.transaction_count },
    ...{ total_hcu: row.total_hcu, median_hcu: row.median_hcu, maximum_hcu: row.maximum_hcu },
  }));
}
