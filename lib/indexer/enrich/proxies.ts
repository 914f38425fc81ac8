import { isDeepStrictEqual } from 'node:util';
import pMap from 'p-map';
import type { ArtifactIndex } from '@/lib/artifacts/artifact-index';
import { toArrayLiteral } from '@/lib/db/array-literal';
import { retireInterfaces } from '@/lib/db/former-interfaces';
import { hashCode } from '@/lib/db/hash-code';
import type { Database, Fragment, Transaction } from '@/lib/db/open-database';
import { restoreVerifications } from '@/lib/db/verifications';
import { CLONES } from '@/lib/evm/proxies';
import type { EncodedBatch } from '@/lib/indexer/sync/encode-batch';
import { whileLeading } from '@/lib/indexer/sync/leader-term';
import { isNearHead } from '@/lib/indexer/sync/state';
import { findStateHeight } from '@/lib/indexer/sync/state-height';
import { type Rpc, unbatched } from '@/lib/rpc/failover';
import { fetchCode, type StateHeight } from '@/lib/rpc/methods';
import { type DeployedCode, fetchDeployed, type ProxyFacts } from '@/lib/rpc/proxies';
import { storeMatches } from './artifact-matches';
import type { ContractSource } from './contract-cooldown';
import { type Forwards, listForwards } from './traced-forwards';

/** The client sends these requests in JSON-RPC batches, so that many cost the node little. */
const PER_STEP = 100;
const CONCURRENCY = 50;

/**
 * Reads the code and proxy target of some contracts, matches artifacts, and restores verifications made before the
 * chain was indexed again; interfaces of other code are retired; returns how many it tried. Throws AppError on an outage of the node.
 */
export async function readProxies(source: ContractSource): Promise<number> {
  const { rpc, db, cooldown } = source;
  const contracts = await takeContracts(source);
  const height = await findStateHeight(db);
  const forwards = await listForwards(
    db,
    contracts.map(({ address }) => address),
  );
  const results = await fetchAllDeployed({ rpc, cooldown, height, forwards }, contracts);
  const found = results.flatMap(({ address, deployed }) =>
    deployed === undefined ? [] : [{ address, code: deployed.code, ...columnsOf(deployed.proxy) }],
  );
  const addresses = found.map(({ address }) => address);
  const list = toArrayLiteral(addresses);
  await db.sql`
    with free as materialized (
      select address from ${db.schema}.addresses
      where address = any(${list}::bytea[]) and proxy_status = 'asked' and ${whileLeading(db)}
      for update skip locked
    )
    update ${db.schema}.addresses a set
      proxy_status = 'read', proxy_type = f.proxy_type, implementation = f.implementation,
      facets = f.facets::bytea[], beacon = f.beacon,
      code_size = f.code_size, code_hash = f.code_hash
    from free join unnest(
      ${list}::bytea[],
      ${toArrayLiteral(found.map(({ proxy_type }) => proxy_type))}::text[],
      ${toArrayLiteral(found.map(({ implementation }) => implementation))}::bytea[],
      ${toArrayLiteral(found.map(({ facets }) => facets))}::text[],
      ${toArrayLiteral(found.map(({ beacon }) => beacon))}::bytea[],
      ${toArrayLiteral(found.map(({ code }) => code.length))}::integer[],
      ${toArrayLiteral(found.map(({ code }) => (code.length === 0 ? null : hashCode(code))))}::bytea[]
    ) as f (address, proxy_type, implementation, facets, beacon, code_size, code_hash) on f.address = free.address
    where a.address = free.address`;
  await retireChanged(db, list);
  await restoreVerifications(db, found);
  // Read only now: a later change of the artifacts finds these rows.
  const index = source.artifacts?.index;
  if (index)
    await storeMatches(
      db,
      found.flatMap((contract) => toMatches(index, contract)),
    );
  return contracts.length;
}

/** Retires the interfaces of those whose code is another one now; a service does not always say of which code its sources are. */
async function retireChanged(db: Database, list: string): Promise<void> {
  await retireInterfaces(
    db.sql,
    db,
    db.sql`
      i.address = any(${list}::bytea[]) and i.code_hash is not null and ${whileLeading(db)} and exists (
        select from ${db.schema}.addresses a
        where a.address = i.address and a.code_size is not null and a.code_hash is distinct from i.code_hash
      )`,
  );
  await db.sql`
    update ${db.schema}.contract_interfaces i set code_hash = a.code_hash from ${db.schema}.addresses a
    where i.address = any(${list}::bytea[]) and i.source = 'verified' and i.code_hash is null
      and a.address = i.address and a.code_hash is not null and ${whileLeading(db)}`;
}

/** Several implementations, as the facets of a diamond, as an array literal: arrays of arrays must have rows of the same length. */
function columnsOf(proxy: ProxyFacts | null) {
  if (proxy === null) return { proxy_type: null, implementation: null, facets: null, beacon: null };
  const { proxy_type, implementations, beacon } = proxy;
  return proxy_type === 'eip2535' || implementations.length > 1
    ? { proxy_type, implementation: null, facets: toArrayLiteral(implementations), beacon }
    : { proxy_type, implementation: implementations[0] ?? null, facets: null, beacon };
}

function toMatches(
  index: ArtifactIndex,
  { address, code }: Pick<DeployedCode, 'code'> & { address: Buffer },
) {
  const match = code.length === 0 ? undefined : index.find(code);
  return match ? [{ address, code_hash: hashCode(code), match }] : [];
}

/** Contracts not read yet or upgraded since, else those whose code was not stored when they were read. */
async function takeContracts({ db, cooldown }: ContractSource): Promise<{ address: Buffer }[]> {
  const isDue = db.sql`is_contract and delegate is null and address <> all(${cooldown.toArrayLiteral()}::bytea[])`;
  // Skips rows locked by the writer: neither waits for the other.
  const take = (choice: Fragment) => db.sql<{ address: Buffer }[]>`
    update ${db.schema}.addresses set proxy_status = 'asked' where address = any(array(
      select address from ${db.schema}.addresses where ${isDue} and ${choice}
      limit ${PER_STEP} for update skip locked
    ))
    returning address`;
  const unread = await take(db.sql`proxy_status <> 'read' order by first_seen_block`);
  return unread.length > 0 ? unread : take(db.sql`code_size is null order by first_seen_block desc`);
}

type DeployedSource = Pick<ContractSource, 'rpc' | 'cooldown'> &
  Readonly<{ height: StateHeight; forwards: ReadonlyMap<string, Forwards> }>;
type FetchedContract = Readonly<{ address: Buffer; deployed?: DeployedCode | undefined }>;

/**
 * The members of a batch may have been mixed up: then some contract has the code of another, so each code is requested
 * once more alone, with the target of a proxy, and all of them where one differs. Contracts in cooldown are skipped.
 */
async function fetchAllDeployed(
  { rpc, cooldown, height, forwards }: DeployedSource,
  contracts: readonly FetchedContract[],
): Promise<FetchedContract[]> {
  const alone = unbatched(rpc);
  const fetchOne = (from: Rpc, address: Buffer) => {
    const known = forwards.get(address.toString('hex')) ?? { targets: [], selectors: [], current: 0 };
    return fetchDeployed(from, { address, height, ...known });
  };
  const fetchAgain = async (address: Buffer, { proxy }: DeployedCode): Promise<DeployedCode> =>
    proxy === null
      ? { code: await fetchCode(alone, address, height), proxy }
      : await fetchOne(alone, address);
  const run = (
    all: readonly FetchedContract[],
    fetch: (contract: FetchedContract) => Promise<DeployedCode | undefined>,
  ) =>
    pMap(
      all,
      async (contract): Promise<FetchedContract> => ({
        address: contract.address,
        deployed: await cooldown.run(contract.address, () => fetch(contract)),
      }),
      { concurrency: CONCURRENCY },
    );
  const first = await run(contracts, ({ address }) => fetchOne(rpc, address));
  // Skips contracts in cooldown.
  const answered = first.filter(({ deployed }) => deployed !== undefined);
  const again = await run(
    answered,
    async ({ address, deployed }) => deployed && fetchAgain(address, deployed),
  );
  return isDeepStrictEqual(answered, again)
    ? answered
    : run(answered, ({ address }) => fetchOne(alone, address));
}

/**
 * Schedules reading proxies again that the batch upgrades, directly or through their beacon: by an event, or not far below
 * the head by a call that the beacon got or, as traces show, a proxy did not delegate, as neither need emit one.
 */
export async function scheduleProxyRefresh(
  sql: Transaction,
  db: Database,
  { upgraded, addresses, blocks }: EncodedBatch,
): Promise<void> {
  const [near] = await sql<{ has_traces: boolean | null }[]>`
    select has_traces from ${db.schema}.indexer_state where ${isNearHead(db, blocks.at(-1)?.block.number ?? 0)}`;
  const called = near ? [...addresses.values()].filter(({ is_called }) => is_called) : [];
  const beacons = [...upgraded, ...called.map(({ address }) => address)];
  if (beacons.length === 0) return;
  // another implementation may name a token otherwise
  await sql`
    update ${db.schema}.tokens set metadata_status = 'pending'
    where metadata_status = 'fetched' and address in (
      select unnest(${toArrayLiteral(upgraded)}::bytea[])
      union all select address from ${db.schema}.addresses where beacon = any(${toArrayLiteral(upgraded)}::bytea[])
    )`;
  const undelegated = near?.has_traces ? called.filter(({ is_undelegated }) => is_undelegated) : [];
  await sql`
    update ${db.schema}.addresses set proxy_status = 'pending'
    where (
        address = any(${toArrayLiteral(upgraded)}::bytea[]) or beacon = any(${toArrayLiteral(beacons)}::bytea[])
        or address = any(${toArrayLiteral(undelegated.map(({ address }) => address))}::bytea[])
          and proxy_type <> all(${toArrayLiteral(CLONES)}::text[])
      )
      and proxy_status <> 'pending'`;
}
