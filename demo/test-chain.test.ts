import { numberToHex, parseAbi, toEventSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import { decodeTransfers } from '@/lib/evm/decode-transfers';
import { ERC7984, FHE_HOST, FHE_OPERATION_EVENTS } from '@/lib/evm/interfaces/confidential';
import { FHE_NEWER_EVENTS } from '@/lib/evm/interfaces/fhe-host';
import { findExecutors } from '@/lib/fhe/deployments';
import { decodeFheEvents } from '@/lib/fhe/events';
import { shareTestChain } from '../test/support/shared-chain';
import { HISTORY_FINGERPRINT, HISTORY_HEIGHT } from './build-history';
import { CHAIN_ID } from './envelope';
import { asHex, asList, asRecord } from './node-request';
import { readLogs } from './read-logs';

const test = await shareTestChain();

type Receipt = Record<string, unknown>;

/** Their decoding is tested from the ABI, in lib/fhe/host-events.test.ts. */
const ABSENT = [
  // Host contracts up to 0.8, and pausers of them
  'VerifyCiphertext DecryptionRequest DecryptionFulfilled RemovePauser SwapPauser',
  // KMSVerifier 0.2, ProtocolConfig and KMSGeneration
  'KMSContextDestroyed NewContextSet KmsContextDestroyed KmsGenThresholdUpdated MpcThresholdUpdated',
  'NewKmsContext NewKmsContext PublicDecryptionThresholdUpdated UserDecryptionThresholdUpdated',
  'ActivateEpoch CoprocessorUpgradeProposed EpochActivationConfirmation KmsContextCreationConfirmation',
  'KmsEpochDestroyed MirrorKmsContextAndEpoch MirrorKmsEpoch NewKmsEpoch AbortCrsgen AbortKeygen ActivateCrs',
  'ActivateKey CrsgenRequest CrsgenResponse KeygenRequest KeygenResponse PrepKeygenRequest PrepKeygenResponse',
  // Settings of the bridge, wrappers of another maker, and their registry
  'DstChainIdSet LzReceiveBaseGasSet LzReceivePerHandleGasSet LzReceivePerPayloadByteGasSet PeerSet',
  'UnwrapRequested UnwrapFinalized Wrap UserBlocked UserUnblocked PauserUpdated ObserverAdded ObserverRemoved',
  'UnderlyingDenyListSelectorUpdated ConfidentialTokenRegistered ConfidentialTokenRevoked',
].join(' ');

async function fetchReceipts(): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  for (let height = 0; height <= HISTORY_HEIGHT; height++)
    receipts.push(
      ...asList(await test.chain.request('eth_getBlockReceipts', [numberToHex(height)])).map(asRecord),
    );
  return receipts;
}

async function fetchReceipt(name: string): Promise<Receipt> {
  return asRecord(await test.chain.request('eth_getTransactionReceipt', [test.history.transactions[name]]));
}

describe('the test profile of the demo chain', () => {
  it('ends in the same block every time', () => {
    expect(test.history.tip.number).toBe(HISTORY_HEIGHT);
    expect(test.history.tip.hash).toBe(HISTORY_FINGERPRINT);
  });

  it('tells the plaintext of the handle that arrived over the bridge', async () => {
    const [arrived] = readLogs(await fetchReceipt('handle arrived'));
    const [told] = readLogs(await fetchReceipt('plaintext told by the bridge'));
    expect(told?.topics[1]?.toString('hex')).toMatch(/^[0-9a-f]{64}$/);
    expect(told?.topics[1]).toEqual(arrived?.data.subarray(32, 64));
  });

  it('has transactions of every type, failed ones and creations', async () => {
    const receipts = await fetchReceipts();
    const count = (matches: (receipt: Receipt) => boolean) => receipts.filter(matches).length;
    const types = new Set(receipts.map((receipt) => receipt.type));
    expect([...types].sort()).toEqual(['0x0', '0x1', '0x2', '0x3', '0x4']);
    expect(receipts.length).toBeGreaterThan(1_000);
    expect(count(({ status }) => status === '0x0')).toBeGreaterThan(35);
    const isCreation = ({ to }: Receipt) => to === null;
    expect(count((receipt) => isCreation(receipt) && receipt.status === '0x1')).toBeGreaterThan(30);
    expect(count((receipt) => isCreation(receipt) && receipt.status === '0x0')).toBe(2);
  });

  it('shows every event of the host contracts and of confidential tokens, but for those of contracts that it has not', async () => {
    const logs = (await fetchReceipts()).flatMap(({ logs }) => asList(logs).map(asRecord));
    const seen = new Set(logs.map(({ topics }) => asList(topics)[0]));
    const events = parseAbi([...FHE_OPERATION_EVENTS, ...FHE_HOST, ...FHE_NEWER_EVENTS, ...ERC7984]);
    const absent = events.filter((item) => item.type === 'event' && !seen.has(toEventSelector(item)));
    expect(absent.map((item) => ('name' in item ? item.name : '')).sort()).toEqual(ABSENT.split(' ').sort());
  });

  it('serves traces of every block', async () => {
    const traces = asList(await test.chain.request('trace_block', [await heightOf('eight inner creations')]));
    const creations = traces.map(asRecord).filter((trace) => trace.type === 'create');
    expect(creations.length).toBeGreaterThanOrEqual(10);
  });
});

describe('its noteworthy transactions', () => {
  it('moves more than fifty tokens of every standard at once', async () => {
    const transfers = decodeTransfers(readLogs(await fetchReceipt('token medley')));
    expect(transfers.length).toBeGreaterThan(50);
    const standards = new Set(transfers.map((transfer) => transfer.tokenType));
    expect([...standards].sort()).toEqual(['ERC-1155', 'ERC-20', 'ERC-404', 'ERC-721', 'ERC-7984']);
  });

  it('moves sixty ids, some of them repeated, in one batch', async () => {
    const [transfer] = decodeTransfers(readLogs(await fetchReceipt('ERC-1155 batch of 60')));
    expect(transfer?.tokenIds).toHaveLength(60);
    expect(new Set(transfer?.tokenIds).size).toBe(40);
  });

  it('computes on encrypted values in an account that became smart', async () => {
    const receipt = await fetchReceipt('FHE medley');
    expect(receipt.type).toBe('0x4');
    const events = decodeFheEvents(readLogs(receipt), findExecutors(CHAIN_ID));
    const operations = new Set(events.map((event) => event.operation));
    expect(events.length).toBeGreaterThan(30);
    for (const operation of ['FheIfThenElse', 'FheRand', 'FheRem', 'FheAdd', 'FheMin'])
      expect(operations).toContain(operation);
  });

  it('fails with the output that was asked for', async () => {
    const outputs = {
      'revert with a reason': /^0x08c379a0/,
      'revert without a reason': /^0x$/,
      'revert with three bytes': /^0x010203$/,
      'panic 0x12: division by zero': /^0x4e487b71.*12$/,
      'revert with a NUL byte': /6265666f7265006166746572/,
      'revert with invalid UTF-8': /fffe80c328a0/,
      'ERC-20 transfer beyond the balance': /^0xe450d38c/,
      'out of gas': /^0x$/,
    };
    for (const [name, output] of Object.entries(outputs)) expect(await outputOf(name)).toMatch(output);
  });
});

async function heightOf(name: string): Promise<unknown> {
  return (await fetchReceipt(name)).blockNumber;
}

async function outputOf(name: string): Promise<string> {
  const hash = test.history.transactions[name];
  const trace = await test.chain.request('debug_traceTransaction', [hash, { tracer: 'callTracer' }]);
  return asHex(asRecord(trace).output ?? '0x');
}
