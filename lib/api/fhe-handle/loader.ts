import type { DeploymentRow } from '@/lib/api/fhe-deployment/query';
import type { Database } from '@/lib/db/open-database';
import { HANDLE_COUNTS } from '@/lib/endpoints/fhe-handle';
import {
  CLEARTEXT_SOURCES,
  type CleartextSource,
  isCleartextSource,
  isVerifiedValue,
  readCleartext,
} from '@/lib/fhe/cleartext';
import type { HandleEventName } from '@/lib/fhe/handle-logs';
import { findErc20Leg, listTransientGrants, listVerifications, type TransientRow } from './details-query';
import { findDeployment } from './find-deployment';
import {
  countOperations,
  type HandleLogRow,
  listHandleLogs,
  listHistory,
  listProducers,
  type OperationAtRow,
} from './query';
import { type HandleSources, loadSources } from './sources-loader';

const MAX_LISTED = 20;
const MAX_TOLD = 5;
/** The newest logs whose transactions may have rights for themselves only. */
const MAX_RECENT = 10;

/** A value of a handle as a log tells it: its 32-byte word. */
export type ToldValue = Readonly<{
  log: HandleLogRow;
  source: CleartextSource;
  word: Buffer;
  isVerified: boolean;
}>;
/** What the ERC-20 side of a wrap or unwrap moved; decimal. */
export type Erc20Leg = Readonly<{
  log: HandleLogRow;
  kind: 'wrap' | 'unwrap';
  token: Buffer;
  amount: string;
}>;
/** All that is known of a handle. */
export type LoadedHandle = Readonly<{
  handle: Buffer;
  sources: HandleSources;
  operation: OperationAtRow | undefined;
  counts: Readonly<{ results: number; uses: number }>;
  input: HandleLogRow | undefined;
  opened: HandleLogRow | undefined;
  values: readonly ToldValue[];
  legs: readonly Erc20Leg[];
  bridged: readonly HandleLogRow[];
  transient: readonly TransientRow[];
  tokens: readonly Buffer[];
  executor: Buffer | undefined;
  deployment: DeploymentRow | undefined;
}>;

/** Loads what is known of a handle; undefined if no log that counts names it. */
export async function loadHandle(db: Database, handle: Buffer): Promise<LoadedHandle | undefined> {
  const sources = await loadSources(db, handle);
  const first = (limit: number, ...events: HandleEventName[]) =>
    listHandleLogs(db, handle, { sources: sources.of(...events), before: undefined, limit, order: 'asc' });
  const [[operation], counts, [input], [opened], bridged, told, transfers, recent] = await Promise.all([
    listProducers(db, [handle]),
    countOperations(db, handle, HANDLE_COUNTS),
    first(1, 'VerifyInput'),
    first(1, 'AllowedForDecryption'),
    first(MAX_LISTED, 'BridgeHandle', 'HandleBridged'),
    loadTold(db, handle, sources),
    loadTransfers(db, handle, sources),
    listHistory(db, handle, { sources: sources.all, before: undefined, limit: MAX_RECENT }),
  ]);
  if (!operation && recent.length === 0) return undefined;
  const executor = operation ? await findExecutor(db, operation) : input?.address;
  const granted = executor ? [] : await first(1, 'Allowed');
  const logs = [...bridged, ...(opened ? [opened] : []), ...granted];
  const tokens = new Map(transfers.map(({ address }) => [address.toString('hex'), address]));
  return {
    ...{ handle, sources, operation, counts, input, opened, bridged },
    transient: await listTransientGrants(db, handle, {
      acls: sources.acls,
      executors: sources.deployments.map(({ executor }) => executor),
      at: [...recent, ...(operation ? [operation] : []), ...(input ? [input] : [])],
    }),
    values: await loadValues(db, { handle, sources, told }),
    legs: await loadLegs(db, [...transfers, ...told]),
    tokens: [...tokens.values()],
    executor,
    deployment: findDeployment(sources.deployments, handle, { executor, logs }),
  };
}

/** The first logs of each event that tells a value. */
async function loadTold(db: Database, handle: Buffer, sources: HandleSources): Promise<HandleLogRow[]> {
  const found = CLEARTEXT_SOURCES.map((source) =>
    listHandleLogs(db, handle, {
      ...{ sources: sources.of(source), before: undefined, order: 'asc' },
      limit: MAX_TOLD,
    }),
  );
  return (await Promise.all(found)).flat();
}

/** The first transfer of the value by each token. */
async function loadTransfers(db: Database, handle: Buffer, sources: HandleSources): Promise<HandleLogRow[]> {
  const transfers = sources.of('ConfidentialTransfer');
  const first = { before: undefined, limit: MAX_LISTED, order: 'asc' } as const;
  const rows = await listHandleLogs(db, handle, { sources: transfers, ...first });
  // more than one page of transfers: each token by itself
  if (rows.length < MAX_LISTED) return rows;
  const others = transfers.filter(({ emitter }) => !rows.some(({ address }) => address.equals(emitter)));
  const one = { ...first, limit: 1 };
  const found = others.map((source) => listHandleLogs(db, handle, { sources: [source], ...one }));
  return [...rows, ...(await Promise.all(found)).flat()];
}

type Told = Readonly<{ handle: Buffer; sources: HandleSources; told: readonly HandleLogRow[] }>;

async function loadValues(db: Database, { handle, sources, told }: Told): Promise<ToldValue[]> {
  const values = await Promise.all(
    told.map(async (log): Promise<ToldValue[]> => {
      const source = log.kind;
      const word = isCleartextSource(source) ? readCleartext(source, log.data, handle) : undefined;
      if (!isCleartextSource(source) || word === undefined) return [];
      const isVerified =
        source === 'PublicDecryptionVerified' && (await isChecked(db, { log, handle, word, sources }));
      return [{ log, source, word, isVerified }];
    }),
  );
  const ordered = values.flat();
  return [...ordered.filter(({ isVerified }) => isVerified), ...ordered.filter((one) => !one.isVerified)];
}

type Check = Readonly<{ log: HandleLogRow; handle: Buffer; word: Buffer; sources: HandleSources }>;

/** Whether a KMSVerifier was given the value for the handle, and did not revert. */
async function isChecked(db: Database, { log, handle, word, sources }: Check): Promise<boolean> {
  if (sources.verifiers.length === 0) return false;
  const inputs = await listVerifications(db, log, sources.verifiers);
  return inputs.some((input) => isVerifiedValue(input, handle, word));
}

/** The ERC-20 sides of mints of wrapped tokens, and of finished unwraps. */
async function loadLegs(db: Database, logs: readonly HandleLogRow[]): Promise<Erc20Leg[]> {
  const legs = logs.slice(0, 2 * MAX_LISTED).map(async (log): Promise<Erc20Leg[]> => {
    const isMint = log.kind === 'ConfidentialTransfer' && log.topic1?.every((byte) => byte === 0) === true;
    if (!isMint && log.kind !== 'UnwrapFinalized') return [];
    const kind = isMint ? 'wrap' : 'unwrap';
    const leg = await findErc20Leg(db, log, isMint ? 'to' : 'from');
    return leg === undefined ? [] : [{ log, kind, ...leg }];
  });
  return (await Promise.all(legs)).flat().slice(0, MAX_LISTED);
}

async function findExecutor(db: Database, { block_number, log_index }: OperationAtRow) {
  const [log] = await db.sql<{ address: Buffer }[]>`
    select address from ${db.schema}.logs where block_number = ${block_number} and log_index = ${log_index} limit 1`;
  return log?.address;
}
