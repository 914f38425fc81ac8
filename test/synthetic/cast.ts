import { bufferToHex } from '@/lib/evm/hex';
import { findExecutors } from '@/lib/fhe/deployments';
import { drawsOf } from './draws';

export const SYNTHETIC_CHAIN_ID = 31_337;

/**
 * The size of the chain; the last block may hold fewer transactions than the others. `isOneWallet`: all of them are
 * from or to the hub.
 */
export type Size = Readonly<{ transactions: number; perBlock: number; isOneWallet?: boolean }>;

const USERS = 1;
const TOKENS = 2;
const ADDRESS_BYTES = 20;
/** The first byte of every contract's address, and of no account's. */
const CONTRACT_BYTE = 'c0';

const [EXECUTOR] = findExecutors(SYNTHETIC_CHAIN_ID) ?? [];
if (!EXECUTOR) throw new Error(`chain ${SYNTHETIC_CHAIN_ID} has no known FHEVMExecutor`);

/** The main accounts and contracts. */
export const CAST = {
  /** Sends every seventh transaction. */
  hub: accountOf(USERS, 0),
  /** Owns half of the collection. */
  collector: accountOf(USERS, 1),
  miner: accountOf(USERS, 2),
  /** An ERC-20 token that most accounts hold. */
  coin: contractOf(0),
  /** An ERC-721 collection with new NFTs all the time. */
  collection: contractOf(1),
  multiToken: contractOf(2),
  confidential: contractOf(3),
  router: contractOf(4),
  hybrid: contractOf(5),
  executor: bufferToHex(EXECUTOR),
} as const;

const FIRST_FREE_USER = 3;
const FIRST_FREE_TOKEN = 6;
const TRANSACTIONS_PER_USER = 4;
const TRANSACTIONS_PER_TOKEN = 500;

/** One of the chain's accounts: one for every four transactions. */
export function userOf(number: number, { transactions }: Size): string {
  const users = Math.max(50, Math.floor(transactions / TRANSACTIONS_PER_USER));
  return accountOf(USERS, FIRST_FREE_USER + (number % users));
}

export function tokenOf(number: number): string {
  return contractOf(FIRST_FREE_TOKEN + number);
}

export function countTokens({ transactions }: Size): number {
  return Math.max(60, Math.floor(transactions / TRANSACTIONS_PER_TOKEN));
}

export function isContract(address: string): boolean {
  return address.startsWith(`0x${CONTRACT_BYTE}`) || address === CAST.executor;
}

function accountOf(kind: number, number: number): string {
  const digits = drawsOf(kind, number).hex(ADDRESS_BYTES);
  return `0x${digits.startsWith(CONTRACT_BYTE) ? 'c1' : digits.slice(0, 2)}${digits.slice(2)}`;
}

function contractOf(number: number): string {
  return `0x${CONTRACT_BYTE}${drawsOf(TOKENS, number).hex(ADDRESS_BYTES - 1)}`;
}
