import { findContract } from '@/lib/api/contract/query';
import type { Database } from '@/lib/db/open-database';
import { bufferToHex } from '@/lib/evm/hex';
import type { Verifications } from '@/lib/verification/verifications';
import type { Submission } from './standard-input';

/** Sources for a contract. */
export type VerificationRequest = Readonly<{ address: Buffer; compiler: string; submission: Submission }>;
/** The result of a request: the ID of its verification, or why there is none. */
export type Submitted =
  | Readonly<{ id: string }>
  | Readonly<{ refusal: 'no contract' | 'already verified' | 'busy' | 'full' | 'no compiler' }>;

const COMPILER = /^v?(\d{1,3}\.\d{1,3}\.\d{1,3}(\+commit\.[0-9a-f]{7,8})?)$/;

/** Queues a verification, unless the contract is an exact match already. */
export async function submit(
  db: Database,
  verification: Verifications,
  { address, compiler, submission }: VerificationRequest,
): Promise<Submitted> {
  const row = await findContract(db, address);
  if (!row) return { refusal: 'no contract' };
  if (row.source === 'verified' && row.is_exact === true) return { refusal: 'already verified' };
  const [, version] = COMPILER.exec((submission.compiler ?? compiler).trim()) ?? [];
  if (version === undefined) return { refusal: 'no compiler' };
  return verification.add({
    chainId: db.chainId,
    address: bufferToHex(address),
    compiler: version,
    input: submission.input,
    target: submission.target,
  });
}
