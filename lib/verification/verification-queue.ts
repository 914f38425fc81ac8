import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import PgBoss from 'pg-boss';
import { z } from 'zod';
import { createLocalSchema } from '@/lib/db/citus';
import type { Sql } from '@/lib/db/open-database';
import { runTransaction } from '@/lib/db/transaction';
import type { Logger } from '@/lib/log';
import { message } from '@/lib/messages/message';
import { CHECK_LIMITS, type CheckResult, checkResult, sourceCheck } from './source-check';

const hex = sourceCheck.shape.address;
/** A request: a contract and its claimed sources. */
const verificationJob = sourceCheck
  .pick({ chainId: true, address: true, input: true, target: true })
  .extend({ compiler: z.string() });
/** A verification request. `compiler` is a version, with or without its commit. */
export type VerificationJob = z.output<typeof verificationJob>;

/** Progress of a job. */
export type VerificationProgress = Readonly<{
  chainId: number;
  address: string;
  startedAt: Date;
  endedAt: Date | null;
}> &
  (
    | /** `ahead`: how many others come before it, the running ones included. */ Readonly<{
        state: 'waiting';
        ahead: number;
      }>
    | Readonly<{ state: 'running' }>
    | Readonly<{ state: 'done'; result: CheckResult }>
  );

/** Jobs in PostgreSQL, which survive a restart. */
export type VerificationQueue = Readonly<{
  /**
   * The job's ID. A contract has one job at a time: the same as that one's when it is the same request. The jobs of a
   * client wait behind the first ones of others.
   */
  add(job: VerificationJob, client: string): Promise<{ id: string } | { refusal: 'busy' | 'full' }>;
  /** Undefined if the job does not exist or has expired. */
  find(id: string): Promise<VerificationProgress | undefined>;
  /** Returns the running job to the queue. */
  stop(): Promise<void>;
}>;

type Options = Readonly<{
  /** A pool of one connection: the library sends whole transactions as one text. */
  sql: Sql;
  log: Logger;
  /** Runs a job; it is retried after an error. */
  carryOut(job: VerificationJob, signal: AbortSignal): Promise<CheckResult>;
}>;

const QUEUE = 'contracts';
const SCHEMA = 'verification';
const MAX_WAITING = 100;
/** Of these, of one client. */
const MAX_OF_CLIENT = 20;
const STORED_HOURS = 24;
const RETRIES = 2;
const REPORT_MS = 60_000;
/** Longer than a check and the download of its compiler may take. */
const EXPIRY_SECONDS = CHECK_LIMITS.timeMs / 1000 + 180;
const BROKEN: CheckResult = { outcome: 'no match', reason: message('verification_failed') };
const idSchema = z.uuid();
/** Data and result of a job: packed JSON, as PostgreSQL's JSON cannot hold every text in sources. */
const packed = z.object({ packed: z.string() });
const jobData = packed.extend({ address: hex, client: z.string().default('') });
const RETRY_SECONDS = 5;

/** Opens the queue, and its tables where they are missing; runs one job at a time. */
export async function openVerificationQueue({ sql, log, carryOut }: Options): Promise<VerificationQueue> {
  const stopping = new AbortController();
  const boss = createBoss(sql, log);
  await runTransaction(sql, (transaction) => createLocalSchema(transaction, SCHEMA));
  await boss.start();
  await boss.createQueue(QUEUE, {
    name: QUEUE,
    policy: 'short',
    retryLimit: RETRIES,
    retryDelay: RETRY_SECONDS,
    expireInSeconds: EXPIRY_SECONDS,
    retentionHours: STORED_HOURS,
  });
  await boss.work(QUEUE, { pollingIntervalSeconds: 1, batchSize: 1 }, async ([job]) => {
    const asked = verificationJob.parse(await unpack(job?.data));
    try {
      return { packed: await pack(await carryOut(asked, stopping.signal)) };
    } catch (error) {
      const { chainId, address } = asked;
      if (!stopping.signal.aborted)
        log.warn(
          { error, chain: chainId, address },
          'a verification failed; it is tried three times at most',
        );
      throw error;
    }
  });
  return {
    async add(job, client) {
      const [waiting, own] = await Promise.all([boss.getQueueSize(QUEUE), countOpen(sql, client)]);
      if (waiting >= MAX_WAITING || own >= MAX_OF_CLIENT) return { refusal: 'full' };
      const data: z.output<typeof jobData> = { address: job.address, client, packed: await pack(job) };
      const singletonKey = `${job.chainId}/${job.address}`;
      const id = await boss.send(QUEUE, data, { singletonKey, priority: -own });
      return id === null ? { refusal: 'busy' } : { id };
    },
    async find(id) {
      if (!idSchema.safeParse(id).success) return undefined;
      const job = await boss.getJobById<object>(QUEUE, id, { includeArchive: true });
      return job === null ? undefined : await describe(job, () => countAhead(sql, id));
    },
    async stop() {
      stopping.abort();
      await boss.stop({ graceful: true, close: false, timeout: 5_000 });
    },
  };
}

/** How many jobs of a client wait or run. */
async function countOpen(sql: Sql, client: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from ${sql(SCHEMA)}.job
    where name = ${QUEUE} and state < 'completed' and data->>'client' = ${client}`;
  return row?.count ?? 0;
}

/** Jobs that run, or are taken before this one: as the library orders them. */
async function countAhead(sql: Sql, id: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count
    from ${sql(SCHEMA)}.job j, ${sql(SCHEMA)}.job own
    where own.name = ${QUEUE} and own.id = ${id} and j.name = ${QUEUE} and j.id <> own.id and (
      j.state = 'active'
      or j.state < 'active' and (-j.priority, j.created_on, j.id) < (-own.priority, own.created_on, own.id)
    )`;
  return row?.count ?? 0;
}

/** The library over our own connection. Its complaints are logged once a minute. */
function createBoss(sql: Sql, log: Logger): PgBoss {
  const boss = new PgBoss({
    schema: SCHEMA,
    schedule: false,
    archiveCompletedAfterSeconds: STORED_HOURS * 3_600,
    archiveFailedAfterSeconds: STORED_HOURS * 3_600,
    deleteAfterHours: STORED_HOURS,
    db: {
      executeSql: async (text, values) => {
        const known = (values ?? []).map((value) => value ?? null);
        const rows = await (known.length > 0 ? sql.unsafe(text, known) : sql.unsafe(text));
        return { rows: [...rows] };
      },
    },
  });
  let silentUntil = 0;
  boss.on('error', (error) => {
    if (performance.now() < silentUntil) return;
    silentUntil = performance.now() + REPORT_MS;
    log.warn({ error }, 'verification queue failed; retrying');
  });
  return boss;
}

async function describe(
  { state, data, output, singletonKey, createdOn, completedOn }: PgBoss.JobWithMetadata<object>,
  countOthers: () => Promise<number>,
): Promise<VerificationProgress> {
  const { address } = jobData.parse(data);
  const of = {
    ...{ chainId: Number(singletonKey?.split('/')[0]), address },
    ...{ startedAt: new Date(createdOn), endedAt: completedOn && new Date(completedOn) },
  };
  if (state === 'completed') return { ...of, state: 'done', result: checkResult.parse(await unpack(output)) };
  if (state === 'failed' || state === 'cancelled') return { ...of, state: 'done', result: BROKEN };
  if (state === 'active') return { ...of, state: 'running' };
  return { ...of, state: 'waiting', ahead: await countOthers() };
}

const zip = promisify(gzip);
const unzip = promisify(gunzip);

async function pack(value: object): Promise<string> {
  return (await zip(JSON.stringify(value))).toString('base64');
}

async function unpack(value: unknown): Promise<unknown> {
  return JSON.parse((await unzip(Buffer.from(packed.parse(value).packed, 'base64'))).toString('utf8'));
}
