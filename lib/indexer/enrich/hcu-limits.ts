import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';
import { runTransaction } from '@/lib/db/transaction';
import { hexToBuffer } from '@/lib/evm/hex';
import { type HcuLimits, LIMIT_TOPICS, UPGRADED_TOPIC } from '@/lib/fhe/limits';
import { whileLeading } from '@/lib/indexer/sync/leader-term';
import { findStateHeight } from '@/lib/indexer/sync/state-height';
import { fetchHead } from '@/lib/rpc/methods';
import { type BlockReference, requireBlock } from '@/lib/rpc/token-balances';
import type { ContractSource } from './contract-cooldown';
import { fetchAddress, fetchHcuLimits, type LimitsAnswer } from './fetch-hcu-limits';

type Reading = BlockReference & Readonly<{ hcu_limit: Buffer }>;

type Hosts = Record<'acl' | 'hcu_limit' | 'input_verifier' | 'bridge', Buffer | null>;
type Unwired = Readonly<Hosts & { executor: Buffer; question: string }>;

/** Readings per round. */
const PER_STEP = 20;
const GETTERS = {
  acl: '0xf6859bdc',
  hcu_limit: '0xe0786972',
  input_verifier: '0xa8c7c2c1',
} as const;
const BRIDGE_GETTER = '0x57ad16cc';

/**
 * Reads the limits of HCULimit contracts in the state of the first indexed block, and of blocks that created or upgraded
 * them: their events tell what changed since. A node without that state is asked for that of its head, which is the same if no event
 * tells of a change. Returns how many it read. Throws AppError when the node does not answer.
 */
export async function readHcuLimits(source: ContractSource): Promise<number> {
  const { db, cooldown } = source;
  const cooling = cooldown.toArrayLiteral();
  const readings = await db.sql<Reading[]>`
    select d.hcu_limit, b.number, b.hash
    from ${db.schema}.fhe_deployments d
    cross join lateral (
      (select number, hash from ${db.schema}.blocks order by number limit 1)
      union
      select b.number, b.hash from ${db.schema}.logs l join ${db.schema}.blocks b on b.number = l.block_number
      where l.address = d.hcu_limit and l.topic0 = ${hexToBuffer(UPGRADED_TOPIC)}
      union
      select b.number, b.hash from ${db.schema}.addresses a join ${db.schema}.blocks b on b.number = a.created_block
      where a.address = d.hcu_limit
    ) b
    where d.hcu_limit <> all(${cooling}::bytea[]) and not exists (
      select from ${db.schema}.fhe_limits known
      where known.hcu_limit = d.hcu_limit and known.block_number = b.number
    )
    order by b.number limit ${PER_STEP}`;
  for (const reading of readings)
    await cooldown.run(reading.hcu_limit, async () => storeLimits(db, reading, await read(source, reading)));
  return readings.length;
}

async function read({ rpc, db }: ContractSource, reading: Reading): Promise<LimitsAnswer> {
  const { hcu_limit, number } = reading;
  const found = await fetchHcuLimits(rpc, hcu_limit, number);
  if (found.source !== 'unknown') {
    await requireBlock(rpc, reading);
    return found;
  }
  const topics = [...Object.values(LIMIT_TOPICS), UPGRADED_TOPIC].map(hexToBuffer);
  const [changed] = await db.sql`
    select 1 from ${db.schema}.logs
    where address = ${hcu_limit} and topic0 = any(${toArrayLiteral(topics)}::bytea[]) and block_number > ${number} limit 1`;
  return changed ? found : fetchHcuLimits(rpc, hcu_limit, await fetchHead(rpc));
}

/** Nothing when the block is no longer indexed. */
async function storeLimits(db: Database, reading: Reading, answer: LimitsAnswer): Promise<void> {
  const { hcu_limit, number, hash } = reading;
  const limits: Partial<HcuLimits> = answer.source === 'contract' ? answer.limits : {};
  await runTransaction(db.sql, async (sql) => {
    const [stored] = await sql`
      select 1 from ${db.schema}.blocks where number = ${number} and hash = ${hash} for key share`;
    if (!stored) return;
    await sql`
      insert into ${db.schema}.fhe_limits
        (hcu_limit, block_number, source, version, per_transaction, depth, per_block)
      select ${hcu_limit}, ${number}, ${answer.source}, ${answer.version}, ${limits.perTransaction ?? null},
        ${limits.depth ?? null}, ${limits.perBlock ?? null}
      where ${whileLeading(db)}
      on conflict do nothing`;
  });
}

/**
 * Asks the executors of deployments whose contracts are not all named which they use, and the ACL for its bridge. What
 * is not there yet stays unknown, and is asked for again when the executor or the ACL has other code. Throws AppError when the node does not answer.
 */
export async function readWiring({ rpc, db, cooldown }: ContractSource): Promise<void> {
  const cooling = cooldown.toArrayLiteral();
  const rows = await db.sql<Unwired[]>`
    select d.executor, d.acl, d.hcu_limit, d.input_verifier, d.bridge,
      concat_ws(' ', d.executor, a.code_hash, a.implementation, c.code_hash, c.implementation) as question
    from ${db.schema}.fhe_deployments d left join ${db.schema}.addresses a on a.address = d.executor
    left join ${db.schema}.addresses c on c.address = d.acl
    where (d.acl is null or d.hcu_limit is null or d.input_verifier is null or d.bridge is null)
      and d.executor <> all(${cooling}::bytea[])`;
  const due = rows.filter(({ question }) => !cooldown.isSettled(question));
  if (due.length === 0) return;
  const height = await findStateHeight(db);
  for (const { executor, question, ...known } of due)
    await cooldown.run(executor, async () => {
      const ask = (to: Buffer, selector: string) => fetchAddress(rpc, { to, selector, height });
      const acl = known.acl ?? (await ask(executor, GETTERS.acl));
      const hcuLimit = known.hcu_limit ?? (await ask(executor, GETTERS.hcu_limit));
      const inputVerifier = known.input_verifier ?? (await ask(executor, GETTERS.input_verifier));
      const bridge = known.bridge ?? (acl && (await ask(acl, BRIDGE_GETTER)));
      await db.sql`
        update ${db.schema}.fhe_deployments set acl = ${acl}, bridge = ${bridge},
          hcu_limit = ${hcuLimit}, input_verifier = ${inputVerifier}
        where executor = ${executor} and ${whileLeading(db)}`;
      cooldown.settle(question);
    });
}
