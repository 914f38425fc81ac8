import { checkTransactionProof, type ProofResult } from './check-transaction-proof';

/** Checks a transaction's proof that someone has pasted. */
export function checkProofText(text: string): ProofResult {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { holds: false, fault: 'it is not JSON' };
  }
  return checkTransactionProof(json);
}
