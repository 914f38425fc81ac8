import { type Address, encodeDeployData, encodeFunctionData, getAddress, type Hex } from 'viem';
import { z } from 'zod';
import { startAnvil } from '@/demo/anvil';
import { asHex, asRecord } from '@/demo/node-request';
import { compileProject, getCompiled, SOURCE_HEAD } from './solidity-project';

const GENESIS = 1_767_225_600;

/** Mocks of our own of what newer host contracts do, and an app that calls them in its own name. */
const SOURCE = `${SOURCE_HEAD}
contract Executor {
  address public getHCULimitAddress; address public getACLAddress; address public getInputVerifierAddress;
  event FheSum(address indexed caller, bytes32[] values, bytes32 result);
  event FheIsIn(address indexed caller, bytes32 value, bytes32[] values, bytes32 result);
  event FheMulDiv(address indexed caller, bytes32 factor1, bytes32 factor2, bytes32 divisor, bytes1 scalarByte, bytes32 result);
  event FheAdd(address indexed caller, bytes32 lhs, bytes32 rhs, bytes1 scalarByte, bytes32 result);
  constructor(address limit, address acl) { getHCULimitAddress = limit; getACLAddress = acl; }
  function sum(bytes32[] calldata values, bytes32 result) external { emit FheSum(msg.sender, values, result); }
  function isIn(bytes32 value, bytes32[] calldata values, bytes32 result) external { emit FheIsIn(msg.sender, value, values, result); }
  function mulDiv(bytes32 a, bytes32 b, bytes32 c, bytes1 scalar, bytes32 result) external { emit FheMulDiv(msg.sender, a, b, c, scalar, result); }
  function add(bytes32 a, bytes32 b, bytes1 scalar, bytes32 result) external { emit FheAdd(msg.sender, a, b, scalar, result); }
}
contract Limit {
  bytes32 constant SLOT = 0xc13af6c514bff8997f30c90003baa82bd02aad978179d1ce58d85c4319ad6500;
  event HCUPerBlockSet(uint48 hcuPerBlock); event MaxHCUPerTxSet(uint48 maxHCUPerTx); event MaxHCUDepthPerTxSet(uint48 maxHCUDepthPerTx);
  event BlockHCUWhitelistAdded(address indexed account); event BlockHCUWhitelistRemoved(address indexed account);
  event Upgraded(address indexed implementation);
  error HCUBlockLimitExceeded(); error HCUTransactionLimitExceeded(); error NotInAllowlist(address caller);
  bool isPacked = true; bool isOld;
  constructor(bool packed, bool old, uint48 perBlock, uint48 depth, uint48 perTransaction) {
    isPacked = packed; isOld = old; put(0, perBlock); put(144, depth); put(192, perTransaction);
  }
  function put(uint256 shift, uint48 value) internal {
    bytes32 slot = isPacked ? SLOT : bytes32(uint256(7)); uint256 mask = uint256(type(uint48).max) << shift;
    assembly { sstore(slot, or(and(sload(slot), not(mask)), shl(shift, value))) }
  }
  function take(uint256 shift) internal view returns (uint48 value) {
    bytes32 slot = isPacked ? SLOT : bytes32(uint256(7)); assembly { value := and(shr(shift, sload(slot)), 0xffffffffffff) }
  }
  modifier newer() { require(!isOld); _; }
  function getVersion() external view returns (string memory) { return isOld ? "HCULimit v0.1.0" : "HCULimit v0.4.0"; }
  function getMaxHCUPerTx() external view newer returns (uint48) { return take(192); }
  function getMaxHCUDepthPerTx() external view newer returns (uint48) { return take(144); }
  function getGlobalHCUCapPerBlock() external view newer returns (uint48) { return take(0); }
  function setHCUPerBlock(uint48 value) external newer { put(0, value); emit HCUPerBlockSet(value); }
  function setMaxHCUPerTx(uint48 value) external newer { put(192, value); emit MaxHCUPerTxSet(value); }
  function setMaxHCUDepthPerTx(uint48 value) external newer { put(144, value); emit MaxHCUDepthPerTxSet(value); }
  function addToBlockHCUWhitelist(address account) external { emit BlockHCUWhitelistAdded(account); }
  function removeFromBlockHCUWhitelist(address account) external { emit BlockHCUWhitelistRemoved(account); }
  function upgradeTo(uint48 perBlock, uint48 depth, uint48 perTransaction) external {
    isOld = false; put(0, perBlock); put(144, depth); put(192, perTransaction); emit Upgraded(address(this));
  }
  function refuse(uint256 kind) external view {
    if (kind == 0) revert HCUBlockLimitExceeded();
    if (kind == 1) revert HCUTransactionLimitExceeded();
    revert NotInAllowlist(msg.sender);
  }
}
contract Token {
  event ConfidentialTransfer(address indexed from, address indexed to, bytes32 indexed amount);
  uint256 public confidentialProtocolId;
  constructor(address acl, address executor, uint256 id) {
    confidentialProtocolId = id; bytes32 slot = 0x9e7b61f58c47dc699ac88507c4f5bb9f121c03808c5676a8078fe583e4649700;
    assembly { sstore(slot, acl) sstore(add(slot, 1), executor) }
  }
  function move(bytes32 amount) external { emit ConfidentialTransfer(msg.sender, address(this), amount); }
}
contract App {
  function run(address to, bytes calldata data) external {
    (bool ok, bytes memory answer) = to.call(data);
    if (!ok) assembly { revert(add(answer, 32), mload(answer)) }
  }
}`;

/** A chain with mocks of fhEVM's host contracts; each call is a transaction that `mine` puts into a block. */
export type MockChain = Readonly<{
  rpcUrl: string;
  deploy(contract: 'Executor' | 'Limit' | 'App' | 'Token', args?: readonly unknown[]): Promise<Address>;
  /** Sends a call of an app to a mock, or directly to it; returns the hash. */
  send(call: MockCall): Promise<Hex>;
  mine(): Promise<number>;
  stop(): Promise<void>;
}>;
type MockCall = Readonly<{
  contract: 'Executor' | 'Limit' | 'Token';
  to: Address;
  via?: Address;
  fn: string;
  args: readonly unknown[];
}>;

const GAS = '0x2dc6c0';

/** Starts anvil without any contract. */
export async function startMockChain(): Promise<MockChain> {
  const project = compileProject({ 'Mocks.sol': SOURCE });
  const anvil = await startAnvil({ timestamp: GENESIS, keptStates: 500 });
  const { request } = anvil;
  const [from] = z.array(z.string()).parse(await request('eth_accounts'));
  const abiOf = (name: string) => getCompiled(project, name).abi;
  const sendRaw = async (call: object) =>
    asHex(await request('eth_sendTransaction', [{ from, gas: GAS, ...call }]));
  const mine = async () => {
    await request('anvil_mine', ['0x1']);
    return Number(asHex(await request('eth_blockNumber')));
  };
  return {
    rpcUrl: anvil.rpcUrl,
    deploy: async (name, args = []) => {
      const bytecode: Hex = `0x${getCompiled(project, name).evm.bytecode.object}`;
      const hash = await sendRaw({ data: encodeDeployData({ abi: abiOf(name), bytecode, args }) });
      await mine();
      const receipt = asRecord(await request('eth_getTransactionReceipt', [hash]));
      return getAddress(asHex(receipt.contractAddress));
    },
    send: ({ contract, to, via, fn, args }) => {
      const data = encodeFunctionData({ abi: abiOf(contract), functionName: fn, args });
      if (via === undefined) return sendRaw({ to, data });
      const run = encodeFunctionData({ abi: abiOf('App'), functionName: 'run', args: [to, data] });
      return sendRaw({ to: via, data: run });
    },
    mine,
    stop: anvil.stop,
  };
}

/** A handle that was computed on the local chain, of a type by its ID. */
export function mockHandle(value: number, typeId: number): Hex {
  const chainId = (31_337).toString(16).padStart(16, '0');
  return `0x${value.toString(16).padStart(42, '0')}ff${chainId}${typeId.toString(16).padStart(2, '0')}00`;
}
