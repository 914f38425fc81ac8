import { checkTransactionProof, type ProofResult } from './check-transaction-proof';

/** Checks the pasted text of a transaction's proof. */
export function checkProofText(text: string): ProofResult {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { holds: false, fault: 'it is not JSON' };
  }
  return checkTransactionProof(json);
}
