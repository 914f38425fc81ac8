import pMap from 'p-map';
import { decodeDataUri } from '@/lib/evm/data-uri';
import { hexToBuffer } from '@/lib/evm/hex';
import { hasTrait } from '@/lib/evm/token-standards';
import { WORD } from '@/lib/evm/words';
import { whileLeading } from '@/lib/indexer/sync/leader-term';
import { findStateHeight } from '@/lib/indexer/sync/state-height';
import { fetchCall } from '@/lib/rpc/methods';
import type { ContractSource } from './contract-cooldown';
import { readAbiString } from './token-text';

type InstanceEntry = { token_address: Buffer; token_id: string; type: string };

/** The stored metadata of an instance: its URI, or the metadata itself. */
export type InstanceMetadata = Readonly<{ uri: Buffer | null; metadata: Buffer | null }>;

/** tokenURI(uint256) and uri(uint256): which one a standard has is a trait. */
const TOKEN_URI = hexToBuffer('0xc87b56dd');
const URI = hexToBuffer('0x0e89341c');
const PER_STEP = 40;
const CONCURRENCY = 4;
/** Above the default: rendering an image on chain costs more gas than other getters. */
const CALL_GAS = 30_000_000n;
const MAX_DATA_BYTES = 256 * 1024;
const MAX_REMOTE_BYTES = 2_000;
const JSON_TYPES: ReadonlySet<string> = new Set(['', 'application/json', 'text/json', 'text/plain']);
const ID_PLACEHOLDER = '{id}';

/** Reads metadata of some pending NFTs, never remote URIs; returns how many it tried. Throws AppError on an outage. */
export async function enrichInstances(source: ContractSource): Promise<number> {
  const { db, cooldown } = source;
  const instances = await db.sql<InstanceEntry[]>`
    select i.token_address, i.token_id, t.type
    from (
      select token_address, token_id from ${db.schema}.token_instances
      where metadata_status = 'pending' and token_address <> all(${cooldown.toArrayLiteral()}::bytea[]) limit ${PER_STEP}
    ) i join ${db.schema}.tokens t on t.address = i.token_address`;
  await pMap(
    instances,
    (instance) => cooldown.run(instance.token_address, () => enrichInstance(source, instance)),
    { concurrency: CONCURRENCY },
  );
  return instances.length;
}

async function enrichInstance({ rpc, db }: ContractSource, instance: InstanceEntry): Promise<void> {
  const { token_address, token_id, type } = instance;
  const id = Buffer.from(
    BigInt(token_id)
      .toString(16)
      .padStart(2 * WORD, '0'),
    'hex',
  );
  const data = Buffer.concat([hasTrait(type, 'uri') ? URI : TOKEN_URI, id]);
  const height = await findStateHeight(db);
  const outcome = await fetchCall(rpc, { to: token_address, data, gas: CALL_GAS }, height);
  if (outcome.kind === 'refused') throw outcome.error;
  const answer = outcome.kind === 'returned' ? readAbiString(outcome.output) : undefined;
  const metadata =
    answer === undefined ? undefined : readMetadata(answer, hasTrait(type, 'id in uri') ? id : undefined);
  await db.sql`
    with asked as (
      update ${db.schema}.token_instances set metadata_status = ${metadata ? 'fetched' : 'failed'}
      where token_address = ${token_address} and token_id = ${token_id}::numeric and ${whileLeading(db)}
      returning token_address, token_id
    )
    insert into ${db.schema}.token_instance_metadata (token_address, token_id, uri, metadata)
    select token_address, token_id, ${metadata?.uri ?? null}::bytea, ${metadata?.metadata ?? null}::bytea
    from asked where ${metadata !== undefined}
    on conflict (token_address, token_id) do update set uri = excluded.uri, metadata = excluded.metadata`;
}

/** The JSON of a `data:` URI (not parsed), else the URI, `{id}` replaced by `id`; undefined when empty or too large. */
export function readMetadata(answer: Buffer, id: Buffer | undefined): InstanceMetadata | undefined {
  if (answer.length === 0 || answer.length > MAX_DATA_BYTES) return undefined;
  const uri = id === undefined ? answer : fillId(answer, id);
  if (uri.length > MAX_DATA_BYTES) return undefined;
  const inside = decodeDataUri(uri);
  if (inside && JSON_TYPES.has(inside.mediaType)) return { uri: null, metadata: inside.data };
  return inside || uri.length <= MAX_REMOTE_BYTES ? { uri, metadata: null } : undefined;
}

function fillId(uri: Buffer, id: Buffer): Buffer {
  if (!uri.includes(ID_PLACEHOLDER)) return uri;
  return Buffer.from(uri.toString('latin1').replaceAll(ID_PLACEHOLDER, id.toString('hex')), 'latin1');
}
