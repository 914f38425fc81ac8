import type { Address } from '@/lib/endpoints/address-mention';
import type { Token } from '@/lib/endpoints/token';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import type { Transaction } from '@/lib/endpoints/transaction';
import { hasTrait } from '@/lib/evm/token-standards';
import { parseInteger } from '@/lib/format/amount';
import type { Movement } from '@/lib/format/net-changes';

/** Either API form of a transfer; `log_index` is a string in lists. */
export type AnyTransfer = Omit<TokenTransfer, 'log_index'> & Readonly<{ log_index: number | string }>;
/** The native coin, a token by amount, or one NFT (`tokenId`). */
export type Asset = Readonly<{ token: Token | undefined; tokenId: string | null; isConfidential: boolean }>;
/** All movements of a transaction, with the accounts and assets they refer to. */
export type Movements = Readonly<{
  movements: readonly Movement[];
  accounts: ReadonlyMap<string, Address>;
  assets: ReadonlyMap<string, Asset>;
}>;

const COIN = 'coin';
/** Source of minted tokens; has no balance of its own. */
const NULL_ADDRESS = `0x${'0'.repeat(40)}`;
/** Pseudo-account that receives the fee. */
export const FEE = 'fee';
/** Excluded from balance changes. */
export const NO_ACCOUNTS: ReadonlySet<string> = new Set([NULL_ADDRESS, FEE]);

/** Movements of a transaction: its value, its fee and the given token transfers. */
export function collectMovements(transaction: Transaction, transfers: readonly AnyTransfer[]): Movements {
  const accounts = new Map<string, Address>();
  const assets = new Map<string, Asset>();
  const accountOf = (address: Address) => {
    const key = address.hash.toLowerCase();
    if (!accounts.has(key)) accounts.set(key, address);
    return key;
  };
  const from = accountOf(transaction.from);
  const coin = listCoin(transaction).map(({ to, amount }) => ({
    asset: COIN,
    from,
    to: to === null ? FEE : accountOf(to),
    amount,
  }));
  const tokens = transfers.map((transfer): Movement => {
    const { asset, key, amount } = readTransfer(transfer);
    assets.set(key, asset);
    return { asset: key, from: accountOf(transfer.from), to: accountOf(transfer.to), amount };
  });
  if (coin.length > 0) assets.set(COIN, { token: undefined, tokenId: null, isConfidential: false });
  return { movements: [...coin, ...tokens], accounts, assets };
}

/** The value (unless reverted) and the fee. */
function listCoin(transaction: Transaction): { to: Address | null; amount: bigint }[] {
  const { status, fee, to, created_contract: created } = transaction;
  const value = parseInteger(transaction.value) ?? 0n;
  const paid = fee.type === 'actual' ? (parseInteger(fee.value) ?? 0n) : 0n;
  const receiver = to ?? created;
  return [
    ...(value > 0n && receiver !== null && status !== 'error' ? [{ to: receiver, amount: value }] : []),
    ...(paid > 0n ? [{ to: null, amount: paid }] : []),
  ];
}

function readTransfer(transfer: AnyTransfer): { asset: Asset; key: string; amount: bigint | null } {
  const { token, total } = transfer;
  const address = token.address_hash.toLowerCase();
  if (hasTrait(transfer.token_type ?? token.type, 'encrypted'))
    return { asset: { token, tokenId: null, isConfidential: true }, key: address, amount: null };
  const tokenId = total?.token_id ?? null;
  const value = parseInteger(total?.value ?? null);
  return {
    asset: { token, tokenId, isConfidential: false },
    key: tokenId === null ? address : `${address} ${tokenId}`,
    amount: value ?? (tokenId === null ? null : 1n),
  };
}
