import { loadAddresses } from '@/lib/api/address/mention-loader';
import { type AddressMap, presentOptionalAddress } from '@/lib/api/address/present';
import { createSharedRead } from '@/lib/api/batch-loader';
import type { Database } from '@/lib/db/open-database';
import {
  ASSUMED_LIMITS,
  type FheBlockUsage,
  type FheLimits,
  type FheUsage,
} from '@/lib/endpoints/fhe-deployment';
import { HOST_COLUMNS } from '@/lib/fhe/deployments';
import { presentDeployment, presentLimits } from './present';
import {
  type CallerUsageRow,
  type DeploymentRow,
  findLimits,
  isWhitelistComplete,
  type LimitPosition,
  listCallerUsage,
  listDeployments,
  listLimitHeights,
  listWhitelist,
  type WhitelistRow,
} from './query';

const MAX_CALLERS = 20;

const loadDeployments = createSharedRead(listDeployments);

/** Tells the host contracts of known deployments from other addresses. */
export async function loadHosts(db: Database): Promise<(address: Buffer) => boolean> {
  const deployments = await loadDeployments(db);
  return (address) => deployments.some((one) => HOST_COLUMNS.some((host) => one[host]?.equals(address)));
}

/** What a transaction used of each deployment, with the limits that it ran under. */
export async function loadTransactionUsage(
  db: Database,
  position: LimitPosition & { transaction_index: number },
): Promise<FheUsage[]> {
  const { block_number, transaction_index } = position;
  const [rows, deployments] = await Promise.all([
    listCallerUsage(db, { blocks: [block_number], transaction_index }),
    loadDeployments(db),
  ]);
  return Promise.all(
    [...groupBy(rows, ({ executor }) => executor.toString('hex')).values()].map(async (own) => {
      const deployment = deployments.find(({ executor }) => executor.equals(own[0].executor));
      return sumUp(own, deployment, await loadLimits(db, deployment, position));
    }),
  );
}

/** What blocks used of each deployment by height, with the limits at their ends and who used it. */
export async function loadBlockUsage(
  db: Database,
  heights: readonly number[],
): Promise<ReadonlyMap<number, FheBlockUsage[]>> {
  const [all, deployments] = await Promise.all([
    listCallerUsage(db, { blocks: heights }),
    loadDeployments(db),
  ]);
  const usages = new Map<number, FheBlockUsage[]>();
  for (const rows of groupBy(all, ({ executor }) => executor.toString('hex')).values()) {
    const deployment = deployments.find(({ executor }) => executor.equals(rows[0].executor));
    const { limitsAt, isExempt, isComplete } = await loadMeter(db, deployment, rows);
    const blocks = [...groupBy(rows, ({ block_number }) => block_number).entries()].map(([height, own]) => ({
      ...{ height, own, sums: sumByCaller(own, isExempt) },
    }));
    const shown = blocks.flatMap(({ sums }) => sums.slice(0, MAX_CALLERS).map(({ caller }) => caller));
    const addresses = await loadAddresses(db, shown);
    for (const { height, own, sums } of blocks) {
      const usage = {
        ...sumUp(own, deployment, limitsAt(height)),
        metered_hcu: sums.reduce((sum, { metered_hcu }) => sum + metered_hcu, 0),
        is_whitelist_complete: isComplete,
        callers: sums.slice(0, MAX_CALLERS).map((one) => presentCaller(one, addresses)),
      };
      usages.set(height, [...(usages.get(height) ?? []), usage]);
    }
  }
  return usages;
}

/** By what the blocks of these rows are measured. */
async function loadMeter(
  db: Database,
  deployment: DeploymentRow | undefined,
  rows: readonly CallerUsageRow[],
) {
  const hcuLimit = deployment?.hcu_limit ?? null;
  if (hcuLimit === null) return { limitsAt: () => ASSUMED_LIMITS, isExempt: () => false, isComplete: true };
  const heights = [...new Set(rows.map(({ block_number }) => block_number))].sort(
    (one, other) => one - other,
  );
  const range = { first: heights[0] ?? 0, last: heights.at(-1) ?? 0 };
  const [whitelist, isComplete, changed] = await Promise.all([
    listWhitelist(db, hcuLimit, range),
    isWhitelistComplete(db, hcuLimit),
    listLimitHeights(db, hcuLimit, heights),
  ]);
  const limits = await Promise.all(
    changed.map(async (from) => ({
      ...{
        from,
        read: await loadLimits(db, deployment, { block_number: from, transaction_index: undefined }),
      },
    })),
  );
  const limitsAt = (height: number) => limits.findLast(({ from }) => from <= height)?.read ?? ASSUMED_LIMITS;
  return { limitsAt, isExempt: exemptionsOf(whitelist), isComplete };
}

/** The limits of a deployment at a position; assumed ones without a contract. */
export async function loadLimits(
  db: Database,
  deployment: DeploymentRow | undefined,
  position: LimitPosition,
): Promise<FheLimits> {
  const hcuLimit = deployment?.hcu_limit ?? null;
  if (hcuLimit === null) return ASSUMED_LIMITS;
  const { reading, events } = await findLimits(db, hcuLimit, position);
  return presentLimits(reading, events);
}

/** The deployments of a chain with their limits after a block, the main one first. */
export async function loadDeploymentLimits(
  db: Database,
  blockNumber: number,
): Promise<Pick<FheUsage, 'deployment' | 'limits'>[]> {
  const position = { block_number: blockNumber, transaction_index: undefined };
  return Promise.all(
    (await loadDeployments(db)).map(async (row) => ({
      ...{ deployment: presentDeployment(row.executor, row), limits: await loadLimits(db, row, position) },
    })),
  );
}

function sumUp(
  rows: readonly [CallerUsageRow, ...CallerUsageRow[]],
  deployment: DeploymentRow | undefined,
  limits: FheLimits,
): FheUsage {
  return {
    deployment: presentDeployment(rows[0].executor, deployment),
    limits,
    operation_count: rows.reduce((sum, { operation_count }) => sum + operation_count, 0),
    total_hcu: rows.reduce((sum, { total_hcu }) => sum + total_hcu, 0),
    max_depth_hcu: rows.reduce((most, { max_depth_hcu }) => Math.max(most, max_depth_hcu), 0),
  };
}

function groupBy<T, Key>(items: readonly T[], keyOf: (item: T) => Key): Map<Key, [T, ...T[]]> {
  const groups = new Map<Key, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** What had been used of a block's cap before a transaction of it, and by whom most. */
export type BlockFill = Readonly<{ used: number; cap: number; caller: Buffer }>;

/** What had been used of the cap that a deployment's HCULimit has; undefined without a cap, or when nothing was. */
export async function loadBlockFill(
  db: Database,
  deployment: DeploymentRow,
  position: LimitPosition & { transaction_index: number },
): Promise<BlockFill | undefined> {
  const { executor, hcu_limit } = deployment;
  if (hcu_limit === null) return undefined;
  const { block_number, transaction_index } = position;
  const [rows, whitelist, { per_block: cap }] = await Promise.all([
    listCallerUsage(db, { blocks: [block_number], transaction_index }, 'before'),
    listWhitelist(db, hcu_limit, { first: block_number, last: block_number }),
    loadLimits(db, deployment, position),
  ]);
  const own = rows.filter((row) => row.executor.equals(executor));
  const sums = sumByCaller(own, exemptionsOf(whitelist)).sort(
    (left, right) => right.metered_hcu - left.metered_hcu,
  );
  const caller = sums[0]?.caller ?? null;
  const used = sums.reduce((sum, { metered_hcu }) => sum + metered_hcu, 0);
  return cap === null || used === 0 || caller === null ? undefined : { used, cap, caller };
}

type Exemptions = (row: CallerUsageRow) => boolean;

/** Whether a caller was exempt when it called: by the last change of its account before. */
function exemptionsOf(whitelist: readonly WhitelistRow[]): Exemptions {
  const places = new Map<number | null, number>();
  const placed = whitelist.map((change) => {
    const place = places.get(change.block_number) ?? 0;
    places.set(change.block_number, place + 1);
    return { ...change, place };
  });
  const byAccount = groupBy(placed, ({ account }) => account.toString('hex'));
  return ({ caller, block_number, epoch }) =>
    byAccount.get(caller?.toString('hex') ?? '')?.findLast(({ block_number: at, place }) => {
      return at === null || at < block_number || (at === block_number && place < epoch);
    })?.is_added ?? false;
}

type CallerSums = { caller: Buffer | null; operation_count: number; total_hcu: number; metered_hcu: number };

/** Sums by caller, most first; HCU of a caller that was exempt when it called is not metered. */
function sumByCaller(rows: readonly CallerUsageRow[], isExempt: Exemptions): CallerSums[] {
  const sums = new Map<string, CallerSums>();
  for (const row of rows) {
    const { caller, operation_count, total_hcu } = row;
    const key = caller?.toString('hex') ?? '';
    const sum = sums.get(key) ?? { caller, operation_count: 0, total_hcu: 0, metered_hcu: 0 };
    sums.set(key, sum);
    sum.operation_count += operation_count;
    sum.total_hcu += total_hcu;
    if (!isExempt(row)) sum.metered_hcu += total_hcu;
  }
  return [...sums.values()].sort((left, right) => right.total_hcu - left.total_hcu);
}

function presentCaller({ caller, ...sums }: CallerSums, addresses: AddressMap) {
  return { caller: presentOptionalAddress(caller, addresses), ...sums };
}
