import { hexToBuffer, isHexOfLength, quantityToBigint } from './hex';

/** What a transaction did to the coin balance of an address, in wei. */
export type BalanceChange = Readonly<{ address: Buffer; before: bigint; after: bigint }>;

/**
 * The coin balances that changed, by address, from an answer of debug_traceTransaction's prestateTracer in diff mode;
 * undefined for any other answer. An account that is only in `pre` is gone, one that is only in `post` is new.
 */
export function readBalanceChanges(answer: unknown): BalanceChange[] | undefined {
  if (!isObject(answer) || !isObject(answer.pre) || !isObject(answer.post)) return undefined;
  const { pre, post } = answer;
  const names = [...new Set([...Object.keys(pre), ...Object.keys(post)])];
  return names.sort().flatMap((name) => {
    if (!isHexOfLength(name, 20)) return [];
    const before = balanceOf(pre[name]) ?? 0n;
    // What is there after, but not its balance, has the one from before.
    const after = name in post ? (balanceOf(post[name]) ?? before) : 0n;
    return before === after ? [] : [{ address: hexToBuffer(name), before, after }];
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
