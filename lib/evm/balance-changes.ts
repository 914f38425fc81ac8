import { hexToBuffer, isHexOfLength, quantityToBigint } from './hex';

/** Coin balance of an address before and after a transaction, in wei. */
export type BalanceChange = Readonly<{ address: Buffer; before: bigint; after: bigint }>;

/** Reads coin balance changes, sorted by address, from prestateTracer's diff mode; undefined for other answers. */
export function readBalanceChanges(answer: unknown): BalanceChange[] | undefined {
  if (!isObject(answer) || !isObject(answer.pre) || !isObject(answer.post)) return undefined;
  const { pre, post } = answer;
  const addresses = [...new Set([...Object.keys(pre), ...Object.keys(post)])];
  return addresses.sort().flatMap((address) => {
    if (!isHexOfLength(address, 20)) return [];
    const before = balanceOf(pre[address]) ?? 0n;
    // An unchanged balance is left out of `post`.
    const after = address in post ? (balanceOf(post[address]) ?? before) : 0n;
    return before === after ? [] : [{ address: hexToBuffer(address), before, after }];
  });
}

function balanceOf(account: unknown): bigint | undefined {
  if (!isObject(account) || typeof account.balance !== 'string') return undefined;
  try {
    return quantityToBigint(account.balance);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
