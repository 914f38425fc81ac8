import type { Database } from '@/lib/db/open-database';
import { type ContractRow, findContract } from './query';
import { findVerifiedTwin } from './verification-query';

/** What is known of a contract; `twin` is the contract whose verification it shares, being of the same runtime code. */
export type LoadedContract = Readonly<{ row: ContractRow; twin: Buffer | undefined }>;

/** Reads a contract, with the sources of a twin unless it is verified itself; undefined for an address that is none. */
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
  // Arguments are of one deployment.
  return { row: { ...verified, constructor_arguments: null, creation_input, creation_status }, twin };
}
