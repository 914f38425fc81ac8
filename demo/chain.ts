import { type Address, encodeDeployData, encodeFunctionData, getContractAddress, type Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { Accounts } from './accounts';
import { type ArtifactName, type ContractName, getArtifact } from './contracts';
import { type Envelope, toRpcTransaction } from './envelope';
import { createMiner, type Miner, type Outcome, type Receipt } from './miner';
import { asHex, fetchTip, type NodeRequest } from './node-request';
import { createNonces } from './nonces';

/** `name` makes a transaction noteworthy; `outcome` defaults to success. */
type SendOptions = { from: PrivateKeyAccount; name?: string; outcome?: Outcome };
type Call = { to: string; fn: string; args?: readonly unknown[] };
type DeployRequest = SendOptions & {
  contract: ContractName;
  /** Its name on this chain, for a contract deployed more than once. */
  as?: string;
  args?: readonly unknown[];
  gas?: bigint;
};
/** A deployed contract, and the artifact with its ABI. */
export type Instance = { artifact: ArtifactName; address: Address };

/** The demo chain while transactions are added: queued in call order, mined on demand. */
export type DemoChain = {
  request: NodeRequest;
  accounts: Accounts;
  /** Hashes of noteworthy transactions by name, in order of sending. */
  notable: Map<string, Hex>;
  contracts: Map<string, Instance>;
  addressOf(name: string): Address;
  encode(call: Call): Hex;
  /** The raw result of an eth_call on the latest block. */
  read(call: Call): Promise<Hex>;
  send(request: Envelope & SendOptions): Promise<Hex>;
  /** `send` to a contract by its name. */
  call(request: Omit<Envelope, 'to' | 'data'> & SendOptions & Call): Promise<Hex>;
  deploy(request: DeployRequest): Promise<Address>;
  nonceOf(address: Address): Promise<number>;
  /** For nonces changed by others, as by EIP-7702 authorizations. */
  forgetNonce(address: Address): void;
  /** For transactions not sent by `send`. */
  track: Miner['track'];
  mine(): Promise<readonly Receipt[]>;
};

/** `timestampOf` returns the Unix seconds of a height. */
export async function createDemoChain(options: {
  request: NodeRequest;
  accounts: Accounts;
  timestampOf: (height: number) => number;
}): Promise<DemoChain> {
  const { request, accounts, timestampOf } = options;
  const contracts = new Map<string, Instance>();
  const notable = new Map<string, Hex>();
  const nonces = createNonces(request);
  const { number } = await fetchTip(request);
  const miner = createMiner({ request, height: number, timestampOf });
  const addressOf = (name: string) => getInstance(contracts, name).address;
  const encode = ({ to, fn, args = [] }: Call) =>
    encodeFunctionData({ abi: getArtifact(getInstance(contracts, to).artifact).abi, functionName: fn, args });
  const send: DemoChain['send'] = async ({ from, name, outcome = 'success', ...envelope }) => {
    const sender = { from: from.address, nonce: await nonces.take(from.address) };
    const hash = asHex(await request('eth_sendTransaction', [toRpcTransaction(sender, envelope)]));
    miner.track({ hash, outcome, name });
    if (name !== undefined) notable.set(name, hash);
    return hash;
  };
  const deploy: DemoChain['deploy'] = async (wanted) => {
    const { contract, as = contract, args = [], gas = 6_000_000n, ...sending } = wanted;
    const { abi, bytecode } = getArtifact(contract);
    const nonce = BigInt(await nonces.peek(sending.from.address));
    await send({ ...sending, gas, data: encodeDeployData({ abi, bytecode, args }) });
    const address = getContractAddress({ from: sending.from.address, nonce });
    contracts.set(as, { artifact: contract, address });
    return address;
  };
  return {
    ...{ request, accounts, notable, contracts, addressOf, encode, send, deploy },
    ...{ nonceOf: nonces.peek, forgetNonce: nonces.forget, track: miner.track, mine: miner.mine },
    read: async (call) => asHex(await request('eth_call', [{ to: addressOf(call.to), data: encode(call) }])),
    call: ({ to, fn, args = [], ...rest }) =>
      send({ ...rest, to: addressOf(to), data: encode({ to, fn, args }) }),
  };
}

function getInstance(contracts: ReadonlyMap<string, Instance>, name: string): Instance {
  const instance = contracts.get(name);
  if (!instance) throw new Error(`Unknown contract of the demo chain: ${name}`);
  return instance;
}
