import { loadContract } from '@/lib/api/contract/loader';
import type { ContractCodes } from '@/lib/api/nodes/contract-codes';
import type { Database } from '@/lib/db/open-database';
import { bufferToHex } from '@/lib/evm/hex';
import type { Verifications } from '@/lib/verification/verifications';
import type { Submission } from './standard-input';

/** Sources for a contract. */
export type VerificationRequest = Readonly<{
  address: Buffer;
  compiler: string;
  submission: Submission;
  /** Client address, by which the queue is shared. */
  client: string;
}>;
/** The result of a request: the ID of its verification, or why there is none. */
export type Submitted =
  | Readonly<{ id: string }>
  | Readonly<{ refusal: 'no contract' | 'already verified' | 'busy' | 'full' | 'no compiler' }>;

type SubmitParts = Readonly<{ verification: Verifications; contractCode: ContractCodes }>;

const COMPILER = /^v?(\d{1,3}\.\d{1,3}\.\d{1,3}(\+commit\.[0-9a-f]{7,8})?)$/;

/** Queues a verification, unless the contract is an exact match already. */
export async function submit(
  db: Database,
  { verification, contractCode }: SubmitParts,
  { address, compiler, submission, client }: VerificationRequest,
): Promise<Submitted> {
  const known = await loadContract(db, address, contractCode);
  if (!known) return { refusal: 'no contract' };
  if (known.row.source === 'verified' && known.row.is_exact === true && known.twin === undefined)
    return { refusal: 'already verified' };
  const [, version] = COMPILER.exec((submission.compiler ?? compiler).trim()) ?? [];
  if (version === undefined) return { refusal: 'no compiler' };
  const job = {
    chainId: db.chainId,
    address: bufferToHex(address),
    compiler: version,
    input: submission.input,
    target: submission.target,
  };
  return verification.add(job, client);
}
