import { isDeepStrictEqual } from 'node:util';
import pMap from 'p-map';
import { toEventSelector } from 'viem/utils';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Transaction } from '@/lib/db/open-database';
import { hexToBuffer } from '@/lib/evm/hex';
import type { Rpc } from '@/lib/rpc/client';
import { unbatched } from '@/lib/rpc/failover';
import { fetchProxy, type ProxyFacts } from '@/lib/rpc/proxies';
import { fetchWithSource } from './answer-source';
import { type Batch, keyOf } from './batch';
import type { ContractSource } from './contract-cooldown';
import { whileLeading } from './leader-term';

/** The client sends these requests in JSON-RPC batches, so that many cost the node little. */
const PER_STEP = 100;
const CONCURRENCY = 50;
/** Events of EIP-1967, which beacons and UUPS contracts emit too. */
const UPGRADES: ReadonlySet<string> = new Set(
  ['Upgraded(address)', 'BeaconUpgraded(address)', 'AdminChanged(address,address)'].map((signature) =>
    keyOf(hexToBuffer(toEventSelector(signature))),
  ),
);

/** Reads what some contracts are proxies for; returns how many it tried. Throws AppError on an outage of the node. */
export async function readProxies({ rpc, db, cooldown }: ContractSource): Promise<number> {
  // Skips rows that the writer has locked: neither waits for the other.
  const contracts = await db.sql<{ address: Buffer }[]>`
    update ${db.schema}.addresses set proxy_status = 'asked' where address = any(array(
      select address from ${db.schema}.addresses
      where is_contract and delegate is null and proxy_status <> 'read'
        and address <> all(${cooldown.toArrayLiteral()}::bytea[])
      order by first_seen_block limit ${PER_STEP} for update skip locked
    ))
    returning address`;
  const { answer: results, source } = await fetchWithSource({ rpc, db }, (view) =>
    fetchProxies({ rpc: view, cooldown }, contracts),
  );
  const found = results.flatMap(({ address, proxy }) => (proxy === undefined ? [] : [{ address, ...proxy }]));
  const addresses = toArrayLiteral(found.map(({ address }) => address));
  await db.sql`
    with free as materialized (
      select address from ${db.schema}.addresses
      where address = any(${addresses}::bytea[]) and proxy_status = 'asked' and ${whileLeading(db)}
      for update skip locked
    )
    update ${db.schema}.addresses a set
      proxy_status = 'read', proxy_type = f.proxy_type, implementation = f.implementation, beacon = f.beacon,
      proxy_source = ${source.id}::integer, proxy_block = ${source.block}::bigint
    from free join unnest(
      ${addresses}::bytea[],
      ${toArrayLiteral(found.map(({ proxy_type = null }) => proxy_type))}::text[],
      ${toArrayLiteral(found.map(({ implementation = null }) => implementation))}::bytea[],
      ${toArrayLiteral(found.map(({ beacon = null }) => beacon))}::bytea[]
    ) as f (address, proxy_type, implementation, beacon) on f.address = free.address
    where a.address = free.address`;
  return contracts.length;
}

type Asked = Readonly<{ address: Buffer; proxy?: ProxyFacts | null | undefined }>;

/**
 * The members of a batch may have been mixed up: then some contract has the target of another, so each target is
 * requested once more alone, and all of them where one differs. `proxy` is undefined for a contract in cooldown.
 */
async function fetchProxies(
  { rpc, cooldown }: Pick<ContractSource, 'rpc' | 'cooldown'>,
  contracts: readonly Asked[],
): Promise<Asked[]> {
  const fetchAll = (from: Rpc, isAsked: (asked: Asked) => boolean, all: readonly Asked[]) =>
    pMap(
      all,
      async (asked): Promise<Asked> => {
        if (!isAsked(asked)) return asked;
        const { address } = asked;
        return { address, proxy: await cooldown.run(address, () => fetchProxy(from, address)) };
      },
      { concurrency: CONCURRENCY },
    );
  const alone = unbatched(rpc);
  const first = await fetchAll(rpc, () => true, contracts);
  const again = await fetchAll(alone, ({ proxy }) => Boolean(proxy), first);
  return isDeepStrictEqual(first, again) ? first : fetchAll(alone, () => true, contracts);
}

/** Schedules rereading of proxies that the batch upgrades, directly or through their beacon. */
export async function noteUpgrades(sql: Transaction, db: Database, { blocks }: Batch): Promise<void> {
  const upgraded = new Map<string, Buffer>();
  for (const { address, topic0 } of blocks.flatMap(({ logs }) => logs)) {
    if (topic0 !== null && UPGRADES.has(keyOf(topic0))) upgraded.set(keyOf(address), address);
  }
  if (upgraded.size === 0) return;
  const addresses = toArrayLiteral([...upgraded.values()]);
  await sql`
    update ${db.schema}.addresses set proxy_status = 'pending'
    where (address = any(${addresses}::bytea[]) or beacon = any(${addresses}::bytea[])) and proxy_status <> 'pending'`;
}
