import type { Database } from '@/lib/db/open-database';
import { type ContractRow, findContract } from './query';
import { findVerifiedTwin } from './verification-query';

/** A stored contract; `twin` is the contract with the same runtime code whose verification it shares. */
export type LoadedContract = Readonly<{ row: ContractRow; twin: Buffer | undefined }>;

/** Reads a contract, with the sources of a twin unless it is verified itself; undefined if the address is not a contract. */
export async function loadContract(
  db: Database,
  address: Buffer,
  findCode: () => Promise<Buffer | undefined>,
): Promise<LoadedContract | undefined> {
  const row = await findContract(db, address);
  if (!row || row.source === 'verified') return row && { row, twin: undefined };
  const code = await findCode();
  const twin = code && code.length > 0 ? await findVerifiedTwin(db, code) : undefined;
  const verified = twin && (await findContract(db, twin));
  if (!verified) return { row, twin: undefined };
  const { creation_input, creation_status } = row;
  // Constructor arguments belong to one deployment.
  return { row: { ...verified, constructor_arguments: null, creation_input, creation_status }, twin };
}
