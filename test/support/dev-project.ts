import { type Abi, encodeDeployData, encodeFunctionData } from 'viem';
import { z } from 'zod';
import { type CompiledProject, compileProject, getCompiled, SOURCE_HEAD } from './solidity-project';

/** A contract that says what it does by `console.log`, and refuses by an error of its own. */
const SHELF = `${SOURCE_HEAD}contract Shelf {
  error TooHeavy(uint256 weight, uint256 most);
  uint256 public immutable most;
  uint256 public weight;
  constructor(uint256 limit) { most = limit; }
  function place(uint256 more) external {
    address console = 0x000000000000000000636F6e736F6c652e6c6f67;
    (bool said, ) = console.staticcall(abi.encodeWithSignature("log(string,uint256)", "placing %d pounds", more));
    said;
    if (weight + more > most) revert TooHeavy(weight + more, most);
    weight += more;
  }
}
`;

type Request = (method: string, params?: readonly unknown[]) => Promise<unknown>;
/** What was sent to a node: the contract, a call that succeeded and one that did not. */
export type Shelved = Readonly<{ contract: string; placed: string; refused: string; deployer: string }>;

const receipt = z.object({ contractAddress: z.string().nullable(), status: z.string() });

/** The project of that contract, in the folder that a tool has sources in. */
export function compileShelf(folder: 'src' | 'contracts'): CompiledProject {
  return compileProject({ [`${folder}/Shelf.sol`]: SHELF });
}

/** Deploys the contract and calls it twice; `mine` for a node that does not mine by itself. */
export async function useShelf(
  project: CompiledProject,
  request: Request,
  mine: () => Promise<unknown> = async () => undefined,
): Promise<Shelved> {
  const { abi: parsed, evm } = getCompiled(project, 'Shelf');
  const abi = parsed as unknown as Abi;
  const [deployer = ''] = z.array(z.string()).parse(await request('eth_accounts'));
  const send = async (transaction: object) => {
    const sent = [{ from: deployer, gas: '0x1e8480', ...transaction }];
    const hash = await request('eth_sendTransaction', sent).catch((error: unknown) => hashOf(error));
    await mine();
    return {
      hash: z.string().parse(hash),
      ...receipt.parse(await request('eth_getTransactionReceipt', [hash])),
    };
  };
  const call = (weight: bigint) => encodeFunctionData({ abi, functionName: 'place', args: [weight] });
  const bytecode = `0x${evm.bytecode.object}` as const;
  const { contractAddress } = await send({ data: encodeDeployData({ abi, bytecode, args: [10n] }) });
  const contract = contractAddress ?? '';
  const { hash: placed } = await send({ to: contract, data: call(7n) });
  const { hash: refused } = await send({ to: contract, data: call(9n) });
  return { contract, placed, refused, deployer };
}

/** Hardhat answers an error for a transaction that reverts, which it mines. */
function hashOf(error: unknown): string {
  const found = /0x[0-9a-f]{64}/.exec(JSON.stringify(error, Object.getOwnPropertyNames(error)));
  if (!found) throw error;
  return found[0];
}
