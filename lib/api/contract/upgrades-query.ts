import { toArrayLiteral } from '@/lib/db/array-literal';
import { isOfTopics } from '@/lib/db/log-topics';
import type { Database, Fragment } from '@/lib/db/open-database';
import { hexToBuffer } from '@/lib/evm/hex';
import { UPGRADE_TOPICS, type UpgradeLog } from '@/lib/evm/upgrades';

/** The log of an upgrade with its transaction; the timestamp is in Unix seconds. */
export type UpgradeRow = UpgradeLog &
  Readonly<{
    address: Buffer;
    block_number: number;
    log_index: number;
    transaction_hash: Buffer;
    timestamp: number;
    /** The log of the same contract before it; its topic is null for none. */
    former_topic0: Buffer | null;
    former_topic1: Buffer | null;
    former_data: Buffer | null;
  }>;

type Position = Readonly<{ block_number: number; index: number }>;

/** The upgrades that a contract and its beacon have logged before a position, the newest first. */
export async function listUpgrades(
  db: Database,
  contract: Buffer,
  { before, limit }: Readonly<{ before: Position | undefined; limit: number }>,
): Promise<UpgradeRow[]> {
  const isBefore =
    before === undefined
      ? db.sql``
      : db.sql`and (l.block_number, l.log_index) < (${before.block_number}::bigint, ${before.index}::integer)`;
  return await db.sql<UpgradeRow[]>`
    with found as materialized (
      select l.* from ${emittersOf(db, db.sql`${contract}::bytea`)} e (emitter)
      cross join lateral (
        select l.* from ${db.schema}.logs l
        where l.address = e.emitter and ${isUpgrade(db)} ${isBefore}
        order by l.block_number desc, l.log_index desc limit ${limit}
      ) l
      order by l.block_number desc, l.log_index desc limit ${limit}
    )
    select f.address, f.block_number, f.log_index, f.topic0, f.topic1, f.data,
      t.hash as transaction_hash, b.timestamp,
      p.topic0 as former_topic0, p.topic1 as former_topic1, p.data as former_data
    from found f
    join ${db.schema}.transactions t on t.block_number = f.block_number and t.index = f.transaction_index
    join ${db.schema}.blocks b on b.number = f.block_number
    left join lateral (
      select l.topic0, l.topic1, l.data from ${db.schema}.logs l
      where l.address = f.address and ${isUpgrade(db)}
        and (l.block_number, l.log_index) < (f.block_number, f.log_index)
      order by l.block_number desc, l.log_index desc limit 1
    ) p on true
    order by f.block_number desc, f.log_index desc`;
}

/** A contract at the time of a transaction. */
export type ContractAt = Readonly<{ address: Buffer; block_number: number; transaction_index: number }>;

type UpgradeAt = ContractAt & UpgradeLog & Readonly<{ set_by: number }>;

/** Upgrades of such contracts, or of their beacons, by these transactions, by log index; -1 for the last one before each. */
export async function listUpgradesAt(db: Database, contracts: readonly ContractAt[]): Promise<UpgradeAt[]> {
  if (contracts.length === 0) return [];
  const column = (read: (contract: ContractAt) => Buffer | number) => toArrayLiteral(contracts.map(read));
  const logs = (isThere: Fragment, { setBy, limit }: Readonly<{ setBy: Fragment; limit: number }>) => db.sql`
    (select l.topic0, l.topic1, l.data, ${setBy} as set_by from ${db.schema}.logs l
    where l.address = e.emitter and ${isUpgrade(db)} and l.block_number <= g.block_number and ${isThere}
    order by l.block_number desc, l.log_index desc limit ${limit})`;
  const [own, before] = [
    { setBy: db.sql`l.log_index`, limit: MAX_IN_ONE },
    { setBy: db.sql`-1`, limit: 1 },
  ];
  return await db.sql<UpgradeAt[]>`
    select g.*, u.topic0, u.topic1, u.data, u.set_by from unnest(
      ${column(({ address }) => address)}::bytea[],
      ${column(({ block_number }) => block_number)}::bigint[],
      ${column(({ transaction_index }) => transaction_index)}::integer[]
    ) as g (address, block_number, transaction_index)
    cross join lateral ${emittersOf(db, db.sql`g.address`)} e (emitter)
    cross join lateral (
      ${logs(db.sql`(l.block_number, l.transaction_index) = (g.block_number, g.transaction_index)`, own)}
      union all
      ${logs(db.sql`(l.block_number, l.transaction_index) < (g.block_number, g.transaction_index)`, before)}
    ) u`;
}

/** Upgrades of a contract in one transaction. */
const MAX_IN_ONE = 20;

/** The condition of the index `logs_upgrades`, without parameters: a plan for any values can then use it. */
function isUpgrade(db: Database): Fragment {
  return isOfTopics(db.sql, UPGRADE_TOPICS.map(hexToBuffer));
}

/** Who logs the upgrades of a contract: itself, and the beacon that it has now. */
function emittersOf(db: Database, contract: Fragment): Fragment {
  return db.sql`unnest(array[
    ${contract}, (select beacon from ${db.schema}.addresses a where a.address = ${contract})
  ]) as`;
}
