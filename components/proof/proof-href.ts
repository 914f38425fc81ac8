/** The page of a block's proof. */
export function blockProofHref(chainId: string, height: number): string {
  return `/proof?chain=${chainId}&block=${height}`;
}

/** The page of a transaction's proof. */
export function transactionProofHref(chainId: string, hash: string): string {
  return `/proof?chain=${chainId}&tx=${hash}`;
}
