import type { ContractCodes } from '@/lib/api/nodes/contract-codes';
import { hashCode } from '@/lib/db/hash-code';
import type { Database } from '@/lib/db/open-database';
import { type ContractRow, type FormerRow, findContract, listFormer, scheduleCodeReading } from './query';
import { findVerifiedTwin } from './verification-query';

/**
 * A stored contract; `twin` is the contract with the same runtime code whose verification it shares, `former` is what was
 * verified of other code; `isChanged` if there is such while the code that is there is not verified itself.
 */
export type LoadedContract = Readonly<{
  row: ContractRow;
  twin: Buffer | undefined;
  former: readonly FormerRow[];
  /** Undefined when no node returned it. */
  code: Buffer | undefined;
  /** Null when no node returned the code, so that it could not be compared. */
  isChanged: boolean | null;
}>;

/** Columns of a contract without an interface. */
const NO_INTERFACE = {
  ...{ source: null, name: null, abi: null, is_exact: null, verified_at: null, language: null },
  ...{ compiler_version: null, file_path: null, compiler_settings: null, sources: null, verified_via: null },
  ...{ constructor_arguments: null, libraries: null, storage_layout: null, artifact: null, code_hash: null },
} as const;

/**
 * Reads a contract, with the sources of a twin unless it is verified itself; undefined if the address is not a contract.
 * Sources count for the code that they were verified for only: the node's is compared.
 */
export async function loadContract(
  db: Database,
  address: Buffer,
  contractCode: ContractCodes,
): Promise<LoadedContract | undefined> {
  const [stored, former] = await Promise.all([findContract(db, address), listFormer(db, address)]);
  if (!stored) return undefined;
  const code = await contractCode(db.chainId, address, { indexed: stored.current_hash });
  const isOther = stored.code_hash !== null && code !== undefined && !hashCode(code).equals(stored.code_hash);
  if (isOther) await scheduleCodeReading(db, address);
  const known = {
    row: isOther ? { ...stored, ...NO_INTERFACE } : stored,
    former: isOther && stored.source === 'verified' ? [{ ...stored, ended_block: null }, ...former] : former,
    twin: undefined,
    code,
    isChanged: code === undefined || stored.code_hash === null ? null : isOther,
  };
  if (known.row.source === 'verified') return known;
  const isChanged = known.former.length > 0 || known.isChanged;
  const twin = code && code.length > 0 ? await findVerifiedTwin(db, code) : undefined;
  const verified = twin && (await findContract(db, twin));
  if (!verified) return { ...known, isChanged };
  const { creation_input, creation_status, destruction, current_hash } = stored;
  // Constructor arguments belong to one deployment.
  const row = {
    ...verified,
    constructor_arguments: null,
    creation_input,
    creation_status,
    destruction,
    current_hash,
  };
  return { ...known, row, twin, isChanged };
}
