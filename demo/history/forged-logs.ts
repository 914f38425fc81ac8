import {
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  stringToHex,
} from 'viem';
import type { DemoChain } from '../chain';
import { getUser } from '../user';

type Log = { topics: readonly Hex[]; data: Hex };
const topicOf = (signature: string) => keccak256(stringToHex(signature));
const word = (value: bigint) => numberToHex(value, { size: 32 });
const MAX_UINT256 = 2n ** 256n - 1n;

const TRANSFER = topicOf('Transfer(address,address,uint256)');
const SINGLE = topicOf('TransferSingle(address,address,address,uint256,uint256)');
const BATCH = topicOf('TransferBatch(address,address,address,uint256[],uint256[])');
const FHE_ADD = topicOf('FheAdd(address,bytes32,bytes32,bytes1,bytes32)');
const CONFIDENTIAL = topicOf('ConfidentialTransfer(address,address,bytes32)');
const BATCH_PARAMETERS = [{ type: 'uint256[]' }, { type: 'uint256[]' }] as const;

/**
 * Logs of a contract that is neither a token nor an executor: look-alikes, malformed ones, and spoofed FHE operations.
 */
export async function forgeLogs(chain: DemoChain): Promise<void> {
  const from = getUser(chain, 12);
  await chain.deploy({ from, contract: 'LogForge' });
  await chain.mine();
  const alice = getUser(chain, 1).address;
  const bob = getUser(chain, 2).address;
  for (const [name, logs] of Object.entries(forgeries(alice, bob)))
    await chain.call({ from, to: 'LogForge', fn: 'forge', args: [logs], gas: 2_000_000n, name });
  await chain.mine();
}

function forgeries(alice: Address, bob: Address): Record<string, readonly Log[]> {
  const parties = [pad(alice), pad(bob)];
  const batchTopics = [BATCH, pad(alice), ...parties];
  const batch = (ids: readonly bigint[], amounts: readonly bigint[]) =>
    encodeAbiParameters(BATCH_PARAMETERS, [ids, amounts]);
  const handle = concat([`0x${'ab'.repeat(21)}`, '0xff', numberToHex(31337, { size: 8 }), '0x0500']);
  const spoof = concat([handle, handle, word(0n), handle]);
  return {
    'log without topics': [{ topics: [], data: '0x' }],
    'early ERC-721 transfer': [{ topics: [TRANSFER], data: concat([...parties, word(7n)]) }],
    'malformed transfers': [
      { topics: [TRANSFER, ...parties], data: '0x' },
      { topics: [TRANSFER, ...parties], data: '0x01' },
      { topics: [TRANSFER, pad(alice)], data: word(1n) },
      { topics: [SINGLE, pad(alice), ...parties], data: word(1n) },
      { topics: batchTopics, data: '0x' },
      { topics: batchTopics, data: concat([word(MAX_UINT256), word(64n)]) },
      { topics: batchTopics, data: concat([word(64n), word(64n), word(2n ** 255n)]) },
    ],
    'batch of unequal lengths': [{ topics: batchTopics, data: batch([1n, 2n, 3n], [5n]) }],
    'ten batches of the greatest amounts': Array.from({ length: 10 }, () => ({
      topics: batchTopics,
      data: batch([0n, 0n, MAX_UINT256], [MAX_UINT256, MAX_UINT256, MAX_UINT256]),
    })),
    'transfers with dirty addresses': [
      { topics: [TRANSFER, `0x${'ff'.repeat(32)}`, pad(bob)], data: word(1n) },
      { topics: [TRANSFER, pad(alice), `0x${'ff'.repeat(32)}`], data: concat([word(1n), word(2n)]) },
    ],
    'spoofed FHE operations': [
      { topics: [FHE_ADD, pad(alice)], data: spoof },
      { topics: [FHE_ADD, pad(alice)], data: '0x' },
      { topics: [FHE_ADD], data: spoof },
    ],
    'confidential transfers of no token': [
      { topics: [CONFIDENTIAL, ...parties, handle], data: '0x' },
      { topics: [CONFIDENTIAL, ...parties], data: handle },
    ],
    'every standard at once': [
      { topics: [TRANSFER, ...parties], data: word(1n) },
      { topics: [TRANSFER, ...parties, word(1n)], data: '0x' },
      { topics: [SINGLE, pad(alice), ...parties], data: concat([word(1n), word(1n)]) },
      { topics: [CONFIDENTIAL, ...parties, handle], data: '0x' },
    ],
  };
}
