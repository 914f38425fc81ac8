import { concat, encodeFunctionData, type Hex, pad, parseAbi, toEventSelector, toHex } from 'viem';
import { entryPoint07Abi, entryPoint07Address } from 'viem/account-abstraction';
import type { TestChain } from '../demo/test-chain';

const SENDER = `0x${'a1'.repeat(20)}` as const;
const PAYMASTER = `0x${'b2'.repeat(20)}` as const;
const TARGET = `0x${'c3'.repeat(20)}` as const;
const BEFORE_EXECUTION = toEventSelector('BeforeExecution()');
const USER_OPERATION_EVENT = toEventSelector(
  'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)',
);
const NOTHING: Hex = '0x';
const SIGNATURE: Hex = '0x1234';
const WORD = 32;
const NONCE = 7n;

/** The hash of the user operation that `executeOperation` has executed. */
export const USER_OPERATION: Hex = `0x${'d4'.repeat(32)}`;

/** A bundle of one user operation, by code in the place of EntryPoint 0.7 that only tells of it. */
export async function executeOperation({ chain }: TestChain): Promise<void> {
  await chain.request('anvil_setCode', [entryPoint07Address, codeOfEntryPoint()]);
  const operation = {
    ...{ sender: SENDER, nonce: NONCE, initCode: NOTHING, preVerificationGas: 21_000n, signature: SIGNATURE },
    callData: encodeFunctionData({
      abi: parseAbi(['function execute(address dest, uint256 value, bytes func)']),
      args: [TARGET, 0n, transfer()],
    }),
    accountGasLimits: concat([half(150_000n), half(90_000n)]),
    gasFees: concat([half(1_000_000_000n), half(3_000_000_000n)]),
    paymasterAndData: concat([PAYMASTER, half(60_000n), half(10_000n)]),
  };
  const { deployer } = chain.accounts;
  const data = encodeFunctionData({
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    args: [[operation], deployer.address],
  });
  await chain.send({ from: deployer, to: entryPoint07Address, data, gas: 500_000n });
  await chain.mine();
}

const half = (value: bigint) => toHex(value, { size: WORD / 2 });

function transfer(): Hex {
  return encodeFunctionData({
    abi: parseAbi(['function transfer(address to, uint256 amount)']),
    args: [SENDER, 10n ** 18n],
  });
}

/** Code that emits the two logs of a bundle with one operation. */
function codeOfEntryPoint(): Hex {
  const push = (value: Hex | bigint) =>
    concat(['0x7f', pad(typeof value === 'bigint' ? toHex(value) : value)]);
  const [MSTORE, LOG1, LOG4] = ['0x52', '0xa1', '0xa4'] as const;
  const words = [NONCE, 1n, 123_456_000_000_000n, 123_456n].flatMap((value, index) => [
    ...[push(value), push(BigInt(index * WORD)), MSTORE],
  ]);
  const topics = [USER_OPERATION_EVENT, USER_OPERATION, SENDER, PAYMASTER].map(push).reverse();
  const logs = [push(4n * BigInt(WORD)), push(0n), LOG4];
  return concat([push(BEFORE_EXECUTION), push(0n), push(0n), LOG1, ...words, ...topics, ...logs]);
}
