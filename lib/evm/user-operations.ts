import { toEventSelector } from 'viem/utils';
import type { EvmLog } from './decode-transfers';
import { bufferToHex, hexToBuffer } from './hex';
import { readUint, WORD, wordToAddress } from './words';
import { ZERO_ADDRESS } from './zero-address';

/** Known EntryPoint versions. */
export type EntryPointVersion = '0.6' | '0.7' | '0.8' | '0.9';

/**
 * An executed user operation (ERC-4337); gas cost in wei, `paymaster` null when the sender paid, `factory` when the account
 * existed before. `bundleIndex`: how many bundles of the transaction begin before its own; `index`: how many operations of
 * its bundle come before it.
 */
export type UserOperation = {
  logIndex: number;
  hash: Buffer;
  sender: Buffer;
  paymaster: Buffer | null;
  factory: Buffer | null;
  nonce: bigint;
  success: boolean;
  actualGasCost: bigint;
  actualGasUsed: bigint;
  entryPoint: Buffer;
  bundleIndex: number;
  index: number;
};

/** EntryPoint contracts of eth-infinitism, lower case, the same on every chain. */
export const ENTRY_POINTS: ReadonlyMap<string, EntryPointVersion> = new Map<string, EntryPointVersion>([
  ['0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789', '0.6'],
  ['0x0000000071727de22e5e9d8baf0edac6f37da032', '0.7'],
  ['0x4337084d9e255ff0702461cf8895ce9e3b5ff108', '0.8'],
  ['0x433709009b8330fda32311df1c2afa402ed8d009', '0.9'],
]);

const WORDS = 4;
/** Indexed: hash, sender, paymaster. Data: nonce, success, actualGasCost, actualGasUsed. */
const USER_OPERATION_EVENT = hexToBuffer(
  toEventSelector('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)'),
);

/** Topics of EntryPoints around the event of an operation. */
export const OPERATION_TOPICS = {
  /** No parameters: the operations of a bundle are checked, and are now executed. */
  bundle: hexToBuffer(toEventSelector('BeforeExecution()')),
  operation: USER_OPERATION_EVENT,
  /** Indexed: hash, sender. Data: nonce, what the account's call reverted with. */
  reason: hexToBuffer(toEventSelector('UserOperationRevertReason(bytes32,address,uint256,bytes)')),
  /** Indexed: account. Data: its whole deposit. */
  deposit: hexToBuffer(toEventSelector('Deposited(address,uint256)')),
} as const;
/** Indexed: hash, sender. Data: factory, paymaster. */
const ACCOUNT_DEPLOYED = hexToBuffer(toEventSelector('AccountDeployed(bytes32,address,address,address)'));

/** The version of a known EntryPoint, undefined for any other address. */
export function findEntryPointVersion(address: Buffer): EntryPointVersion | undefined {
  return ENTRY_POINTS.get(bufferToHex(address));
}

/** The user operations among logs. Only known EntryPoints count, as anyone can emit the event. */
export function decodeUserOperations(logs: readonly EvmLog[]): UserOperation[] {
  return logs.flatMap((log) => {
    const operation = decodeUserOperation(log);
    if (!operation) return [];
    return [{ ...operation, factory: findFactory(logs, operation), ...findBundle(logs, operation) }];
  });
}

/** Position of an operation: a bundle begins with a log of its EntryPoint; bundles of others may run inside it. */
function findBundle(logs: readonly EvmLog[], { logIndex, entryPoint }: ExecutedOperation) {
  const before = logs.filter((log) => log.logIndex < logIndex);
  const starts = before.filter(
    ({ address, topics }) =>
      topics[0]?.equals(OPERATION_TOPICS.bundle) && findEntryPointVersion(address) !== undefined,
  );
  const own = starts.findLast(({ address }) => address.equals(entryPoint));
  const start = own?.logIndex ?? -1;
  const isEarlier = ({ logIndex: at, address, topics }: EvmLog) =>
    at > start && address.equals(entryPoint) && topics[0]?.equals(USER_OPERATION_EVENT);
  return {
    bundleIndex: starts.filter((log) => log.logIndex < start).length,
    index: before.filter(isEarlier).length,
  };
}

/** The factory that the same EntryPoint names before the operation. */
function findFactory(
  logs: readonly EvmLog[],
  { hash, logIndex, sender, entryPoint }: ExecutedOperation,
): Buffer | null {
  const deployed = logs.find(
    (log) =>
      log.logIndex < logIndex &&
      log.data.length === 2 * WORD &&
      log.topics[0]?.equals(ACCOUNT_DEPLOYED) &&
      log.topics[1]?.equals(hash) &&
      log.topics[2] !== undefined &&
      wordToAddress(log.topics[2])?.equals(sender) &&
      log.address.equals(entryPoint),
  );
  return (deployed && wordToAddress(deployed.data.subarray(0, WORD))) ?? null;
}

type ExecutedOperation = Omit<UserOperation, 'factory' | 'bundleIndex' | 'index'>;

function decodeUserOperation({ logIndex, address, topics, data }: EvmLog): ExecutedOperation | undefined {
  if (!topics[0]?.equals(USER_OPERATION_EVENT)) return undefined;
  const [, hash, ...parties] = topics;
  if (!hash || data.length !== WORDS * WORD) return undefined;
  if (findEntryPointVersion(address) === undefined) return undefined;
  const [sender, paymaster] = parties.map((word) => wordToAddress(word));
  const [nonce, success, cost, used] = [0, 1, 2, 3].map((word) => readUint(data, word * WORD));
  if (!sender || !paymaster || nonce === undefined || cost === undefined || used === undefined)
    return undefined;
  if (success !== 0n && success !== 1n) return undefined;
  return {
    logIndex,
    hash,
    sender,
    paymaster: paymaster.equals(ZERO_ADDRESS) ? null : paymaster,
    nonce,
    success: success === 1n,
    actualGasCost: cost,
    actualGasUsed: used,
    entryPoint: address,
  };
}
