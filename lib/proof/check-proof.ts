import { checkAccessListProof, type ProvenAccessList } from './check-access-list-proof';
import { checkTransactionProof, type ProofResult, type ProvenTransaction } from './check-transaction-proof';

/** What a proof proves: a transaction with its logs, or the access list of a block. */
export type Proven = ProvenTransaction | ProvenAccessList;

/** Checks the parsed JSON of the proof of a transaction, or of a block with its access list. */
export function checkProof(json: unknown): ProofResult<Proven> {
  const isOfBlock = typeof json === 'object' && json !== null && 'access_list' in json;
  return isOfBlock ? checkAccessListProof(json) : checkTransactionProof(json);
}

/** Checks the pasted text of a proof. */
export function checkProofText(text: string): ProofResult<Proven> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { holds: false, fault: 'it is not JSON' };
  }
  return checkProof(json);
}
