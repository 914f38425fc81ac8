import type { Address } from '@/lib/endpoints/address-mention';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';

type Transfer = Pick<TokenTransfer, 'type' | 'from' | 'to' | 'timestamp' | 'transaction_hash' | 'log_index'>;

/** One owner's time with an NFT. */
export type Ownership = Readonly<{
  owner: Pick<Address, 'hash' | 'name' | 'is_contract'>;
  how: 'minted' | 'received' | 'burnt';
  transfer: Transfer;
  /** Milliseconds until the next transfer; undefined for the latest one listed, and if a time is not known. */
  heldMs: number | undefined;
}>;

const HOW: Partial<Record<TokenTransfer['type'], Ownership['how']>> = {
  token_minting: 'minted',
  token_burning: 'burnt',
};

/** The owners of an NFT, latest first, from its transfers in that order. Transfers to oneself change nothing. */
export function listOwners(transfers: readonly Transfer[]): Ownership[] {
  const changes = transfers.filter(({ from, to }) => from.hash.toLowerCase() !== to.hash.toLowerCase());
  return changes.map((transfer, index) => {
    const next = changes[index - 1]?.timestamp ?? null;
    const isTimed = next !== null && transfer.timestamp !== null;
    return {
      owner: transfer.to,
      how: HOW[transfer.type] ?? 'received',
      transfer,
      heldMs: isTimed ? Date.parse(next) - Date.parse(transfer.timestamp ?? next) : undefined,
    };
  });
}
