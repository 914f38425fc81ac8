import { type Address, encodeDeployData, getContractAddress, parseAbi } from 'viem';
import type { TestChain } from '../demo/test-chain';
import { compileProject, getCompiled, SOURCE_HEAD } from '../test/support/solidity-project';

/** A contract that nobody verified yet, of the compiler that comes with the product. */
export const LAMP_SOURCE = `${SOURCE_HEAD}contract Lamp {
  uint256 public immutable watts;
  bool public isOn;
  constructor(uint256 most) { watts = most; }
  function toggle() external { isOn = !isOn; }
}
`;
const PATH = 'contract.sol';

/** Deploys it in a block of its own; returns its address. */
export async function deployLamp({ chain }: TestChain): Promise<Address> {
  const { evm } = getCompiled(compileProject({ [PATH]: LAMP_SOURCE }), 'Lamp');
  const from = chain.accounts.deployer;
  const nonce = BigInt(await chain.nonceOf(from.address));
  const data = encodeDeployData({
    abi: parseAbi(['constructor(uint256 most)']),
    bytecode: `0x${evm.bytecode.object}`,
    args: [60n],
  });
  await chain.send({ from, data, gas: 1_000_000n });
  await chain.mine();
  return getContractAddress({ from: from.address, nonce });
}
