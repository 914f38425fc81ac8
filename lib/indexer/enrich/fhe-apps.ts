import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';
import { typesWith } from '@/lib/evm/token-standards';
import { wordToAddress } from '@/lib/evm/words';
import { APP_CONFIG_SLOT, type FheMaker, MAKER_CONTRACTS, makerOfHandle } from '@/lib/fhe/makers';
import { whileLeading } from '@/lib/indexer/sync/leader-term';
import { findStateHeight } from '@/lib/indexer/sync/state-height';
import { fetchSlot, type StateHeight } from '@/lib/rpc/methods';
import { RpcError } from '@/lib/rpc/rpc-error';
import type { ContractSource } from './contract-cooldown';
import { fetchProtocolId } from './fetch-hcu-limits';

const PER_STEP = 20;
const WORD_DIGITS = 64;

/**
 * Reads what some confidential tokens declare to compute with: the slots of fhEVM's library first, else the logs beside
 * their last transfer, else the form of its handle. Returns how many it tried. Throws AppError on an outage of the node.
 */
export async function readFheApps(source: ContractSource): Promise<number> {
  const { db, cooldown } = source;
  const cooling = cooldown.toArrayLiteral();
  const rows = await db.sql<{ address: Buffer }[]>`
    select t.address from ${db.schema}.tokens t
    where t.type = any(${toArrayLiteral(typesWith('encrypted'))}::text[])
      and t.address <> all(${cooling}::bytea[])
      and not exists (select from ${db.schema}.fhe_apps a where a.address = t.address)
    order by t.first_seen_block limit ${PER_STEP}`;
  const height = await findStateHeight(db);
  for (const { address } of rows) await cooldown.run(address, () => readApp(source, address, height));
  return rows.length;
}

async function readApp({ rpc, db }: ContractSource, address: Buffer, height: StateHeight): Promise<void> {
  const [acl, executor, kmsVerifier] = await Promise.all(
    [0n, 1n, 2n].map((offset) => readAddress({ rpc, address, slot: APP_CONFIG_SLOT + offset, height })),
  );
  const protocolId = await fetchProtocolId(rpc, address, height);
  const maker = executor ? 'fhevm' : await guessMaker(db, address);
  await db.sql`
    insert into ${db.schema}.fhe_apps (address, maker, acl, executor, kms_verifier, protocol_id)
    select ${address}, ${maker}, ${acl ?? null}, ${executor ?? null}, ${kmsVerifier ?? null},
      ${protocolId === null ? null : String(protocolId)}::numeric
    where ${whileLeading(db)}
    on conflict do nothing`;
}

/** Undefined for an empty slot, for one that holds no address, and where the node does not tell. */
async function readAddress(
  at: Parameters<typeof fetchSlot>[1] & Pick<ContractSource, 'rpc'>,
): Promise<Buffer | undefined> {
  try {
    const value = await fetchSlot(at.rpc, at);
    const word = Buffer.from(value.toString(16).padStart(WORD_DIGITS, '0'), 'hex');
    return value === 0n ? undefined : wordToAddress(word);
  } catch (error) {
    if (error instanceof RpcError && !error.isRateLimit) return undefined;
    throw error;
  }
}

async function guessMaker(db: Database, token: Buffer): Promise<FheMaker> {
  const contracts = toArrayLiteral(MAKER_CONTRACTS.map(({ address }) => address));
  const [row] = await db.sql<{ handle: Buffer | null; emitter: Buffer | null }[]>`
    select last.encrypted_amount as handle, (
      select l.address from ${db.schema}.logs l
      where l.block_number = last.block_number and l.transaction_index = last.transaction_index
        and l.address = any(${contracts}::bytea[])
      limit 1
    ) as emitter
    from (
      select block_number, transaction_index, encrypted_amount from ${db.schema}.token_transfers
      where token_address = ${token} order by block_number desc, log_index desc limit 1
    ) last`;
  const beside = MAKER_CONTRACTS.find(({ address }) => row?.emitter?.equals(address));
  return beside?.maker ?? (row?.handle ? makerOfHandle(row.handle, db.chainId) : undefined) ?? 'unknown';
}
