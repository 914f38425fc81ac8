import { afterAll, beforeAll } from 'vitest';
import { startAnvil } from '@/demo/anvil';
import { asHex, asList, asRecord } from '@/demo/node-request';
import type { NodeOptions } from '@/lib/api/nodes/chain-nodes';
import type { NodeServices } from '@/lib/api/services';
import { hashCode } from '@/lib/db/hash-code';
import { storeVerification } from '@/lib/db/verifications';
import { hexToBuffer } from '@/lib/evm/hex';
import { createLog } from '@/lib/log';
import { TEST_CHAIN_ID, type TestApi } from './api-harness';
import { insert } from './api-rows';
import { provide, provideFolder } from './provide';
import { compileProject, getCompiled } from './solidity-project';
import { until } from './until';
import { createVerifyingApi } from './verifying-api';

const PATH = 'src/Till.sol';
const PLAIN = { optimizer: { enabled: false } };
const GAS = '0xf00000';

type Traces = Partial<Pick<NodeServices, 'failureTraces' | 'stepTraces' | 'gasTraces' | 'traces'>>;
type Receipt = Readonly<Record<string, unknown>>;

/** A node with the contract `Till` of one source, and an API that has verified it and asks the node. */
export async function provideVerifiedTill(
  text: string,
  traces: (nodes: NodeOptions) => Traces,
  settings: object = PLAIN,
) {
  const folder = provideFolder('astrolabe-compilers-');
  // with it, anvil has struct logs, too
  const anvil = await provide(startAnvil({ timestamp: 1_767_225_600, more: ['--steps-tracing'] }));
  const codes = new Map<string, Buffer>();
  const from = asHex(asList(await anvil.request('eth_accounts'))[0]);
  const log = createLog({ name: 'test', level: 'silent' });
  let transactions = 0;
  let api: TestApi | undefined;
  let stop: (() => Promise<void>) | undefined;
  const opened = () => {
    if (api === undefined) throw new Error('the API has not started');
    return api;
  };
  const send = async (transaction: object): Promise<Receipt> => {
    const hash = await anvil.request('eth_sendTransaction', [{ from, gas: GAS, ...transaction }]);
    await anvil.request('evm_mine');
    return asRecord(await anvil.request('eth_getTransactionReceipt', [hash]));
  };
  const verify = async (address: string, name: string): Promise<void> => {
    const json = (value: unknown) => Buffer.from(JSON.stringify(value));
    await storeVerification(opened().db, hexToBuffer(address), {
      ...{
        name: Buffer.from(name),
        abi: json([]),
        abi_hash: Buffer.alloc(32),
        is_exact: true,
        verified_at: 1,
      },
      ...{ language: Buffer.from('Solidity'), compiler_version: Buffer.from('v0.8.37') },
      file_path: Buffer.from(PATH),
      ...{ compiler_settings: json({ ...settings, evmVersion: 'paris' }), sources: json({ [PATH]: text }) },
      ...{ constructor_arguments: null, libraries: json({}), storage_layout: null },
      code_hash: hashCode(codes.get(address.slice(2)) ?? Buffer.alloc(0)),
    });
  };
  /** Adds a contract that the node has. */
  const add = async (address: string): Promise<void> => {
    codes.set(address.slice(2), hexToBuffer(asHex(await anvil.request('eth_getCode', [address, 'latest']))));
    await insert.address(opened().db, {
      address: hexToBuffer(address),
      is_contract: true,
      proxy_status: 'read',
    });
  };
  /** Adds a transaction that the node has: its hash. */
  const store = async (receipt: Receipt, fields: object): Promise<string> => {
    const hash = asHex(receipt.transactionHash);
    await insert.transaction(
      opened().db,
      { block: 0, index: transactions++ },
      {
        ...{ hash: hexToBuffer(hash), status: Number(receipt.status), gas_used: Number(receipt.gasUsed) },
        ...{ gas_limit: Number(GAS), ...fields },
      },
    );
    return hash;
  };
  const project = compileProject({ [PATH]: text }, settings);
  const initCode = `0x${getCompiled(project, 'Till').evm.bytecode.object}`;
  const receipt = await send({ data: initCode });
  const till = asHex(receipt.contractAddress);
  beforeAll(async () => {
    const codeOf = (address: Buffer) => codes.get(address.toString('hex')) ?? Buffer.alloc(0);
    const nodes = { chains: [{ id: TEST_CHAIN_ID, rpcUrls: [anvil.rpcUrl] }], log };
    ({ api, stop } = await createVerifyingApi({ folder, codeOf, ...traces(nodes) }));
    await insert.block(api.db, 0);
    await add(till);
    await verify(till, 'Till');
  });
  afterAll(async () => void (await stop?.()));
  /** What is at a path once the sources are compiled. */
  const settled = async (path: string): Promise<unknown> => {
    let body: unknown;
    await until('the sources are compiled', async () => {
      const answer = await opened().get(path);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
      body = answer.body;
      return !JSON.stringify(body).includes('"source_compiling"');
    });
    return body;
  };
  return { anvil, api: opened, till, receipt, initCode, path: PATH, send, verify, add, store, settled };
}
