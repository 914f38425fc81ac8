import type { EvmLog } from '@/lib/evm/decode-transfers';
import { readWord, WORD, wordToAddress } from '@/lib/evm/words';
import { listHandleLogs } from './handle-logs';

/** What a log of a confidential token says of its supply, or of an amount. */
export type TokenEvent = Readonly<{
  kind: 'mint' | 'burn' | 'unwrap_requested' | 'unwrap' | 'disclosure_requested' | 'disclosure';
  handle: Buffer;
  /** Recipient of a mint or unwrap, holder of a burn, who requested a disclosure. */
  account: Buffer | null;
  /** The amount that it tells, as a word: in the token's smallest unit. */
  told: Buffer | null;
}>;

/** Reads a log of a confidential token; undefined for another event, and a malformed one. */
export function readTokenEvent(log: EvmLog): TokenEvent | undefined {
  const [named] = listHandleLogs([log], { operations: [], executors: [] });
  if (named === undefined) return undefined;
  const { handle } = named;
  const [first = null, second = null] = log.topics.slice(1).map((topic) => wordToAddress(topic) ?? null);
  const without = { handle, told: null };
  const word = (index: number) => readWord(log.data, index * WORD) ?? null;
  switch (named.kind) {
    case 'ConfidentialTransfer':
      return first?.every((byte) => byte === 0) === true
        ? { kind: 'mint', account: second, ...without }
        : { kind: 'burn', account: first, ...without };
    case 'UnwrapRequested':
      return { kind: 'unwrap_requested', account: first, ...without };
    case 'UnwrapFinalized':
      return { kind: 'unwrap', handle, account: first, told: word(1) };
    case 'AmountDiscloseRequested':
      return { kind: 'disclosure_requested', account: second, ...without };
    case 'AmountDisclosed':
      return { kind: 'disclosure', handle, account: null, told: word(0) };
    default:
      return undefined;
  }
}
