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
  return (await loadUsage(db, position)).map(({ usage }) => usage);
}

/** What a block used of each deployment, with the limits at its end and who used it. */
export async function loadBlockUsage(db: Database, blockNumber: number): Promise<FheBlockUsage[]> {
  const loaded = await loadUsage(db, { block_number: blockNumber, transaction_index: undefined });
  const callers = loaded.flatMap(({ rows }) => rows.map(({ caller }) => caller));
  const addresses = await loadAddresses(db, [...new Set(callers)].slice(0, MAX_CALLERS * loaded.length));
  return Promise.all(
    loaded.map(async ({ usage, rows, deployment }) => {
      const hcuLimit = deployment?.hcu_limit ?? null;
      const whitelist = hcuLimit === null ? [] : await listWhitelist(db, hcuLimit, blockNumber);
      const metered = sumByCaller(rows, whitelist);
      return {
        ...usage,
        metered_hcu: metered.reduce((sum, { metered_hcu }) => sum + metered_hcu, 0),
        is_whitelist_complete: hcuLimit === null || (await isWhitelistComplete(db, hcuLimit)),
        callers: metered.slice(0, MAX_CALLERS).map((sums) => presentCaller(sums, addresses)),
      };
    }),
  );
}

/** The limits of a deployment at a position; assumed ones without a contract. */
async function loadLimits(
  db: Database,
  deployment: DeploymentRow | undefined,
  position: LimitPosition,
): Promise<FheLimits> {
  const hcuLimit = deployment?.hcu_limit ?? null;
  if (hcuLimit === null) return ASSUMED_LIMITS;
  const { reading, events } = await findLimits(db, hcuLimit, position);
  return presentLimits(reading, events);
}

async function loadUsage(db: Database, position: LimitPosition) {
  const [all, deployments] = await Promise.all([listCallerUsage(db, position), loadDeployments(db)]);
  const byExecutor = new Map<string, CallerUsageRow[]>();
  for (const row of all) {
    const key = row.executor.toString('hex');
    byExecutor.set(key, [...(byExecutor.get(key) ?? []), row]);
  }
  return Promise.all(
    [...byExecutor.values()].map(async (rows) => {
      const executor = rows[0]?.executor ?? Buffer.alloc(0);
      const deployment = deployments.find((one) => one.executor.equals(executor));
      const usage = {
        deployment: presentDeployment(executor, deployment),
        limits: await loadLimits(db, deployment, position),
        operation_count: rows.reduce((sum, { operation_count }) => sum + operation_count, 0),
        total_hcu: rows.reduce((sum, { total_hcu }) => sum + total_hcu, 0),
        max_depth_hcu: rows.reduce((most, { max_depth_hcu }) => Math.max(most, max_depth_hcu), 0),
      };
      return { usage, rows, deployment };
    }),
  );
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
  const [rows, whitelist, { per_block: cap }] = await Promise.all([
    listCallerUsage(db, position, 'before'),
    listWhitelist(db, hcu_limit, position.block_number),
    loadLimits(db, deployment, position),
  ]);
  const own = rows.filter((row) => row.executor.equals(executor));
  const sums = sumByCaller(own, whitelist).sort((left, right) => right.metered_hcu - left.metered_hcu);
  const caller = sums[0]?.caller ?? null;
  const used = sums.reduce((sum, { metered_hcu }) => sum + metered_hcu, 0);
  return cap === null || used === 0 || caller === null ? undefined : { used, cap, caller };
}

type CallerSums = { caller: Buffer | null; operation_count: number; total_hcu: number; metered_hcu: number };

/** Sums by caller, most first; HCU of a caller that was exempt when it called is not metered. */
function sumByCaller(rows: readonly CallerUsageRow[], whitelist: readonly WhitelistRow[]): CallerSums[] {
  const before = whitelist.filter(({ is_in_block }) => !is_in_block);
  const changes = whitelist.filter(({ is_in_block }) => is_in_block);
  const isExempt = (caller: Buffer | null, epoch: number) =>
    caller !== null &&
    ([...before, ...changes.slice(0, epoch)].findLast(({ account }) => account.equals(caller))?.is_added ??
      false);
  const sums = new Map<string, CallerSums>();
  for (const { caller, epoch, operation_count, total_hcu } of rows) {
    const key = caller?.toString('hex') ?? '';
    const sum = sums.get(key) ?? { caller, operation_count: 0, total_hcu: 0, metered_hcu: 0 };
    sums.set(key, sum);
    sum.operation_count += operation_count;
    sum.total_hcu += total_hcu;
    if (!isExempt(caller, epoch)) sum.metered_hcu += total_hcu;
  }
  return [...sums.values()].sort((left, right) => right.total_hcu - left.total_hcu);
}

function presentCaller({ caller, ...sums }: CallerSums, addresses: AddressMap) {
  return { caller: presentOptionalAddress(caller, addresses), ...sums };
}
