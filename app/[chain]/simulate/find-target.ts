import { findContract, findFunctions } from '@/app/[chain]/address/[hash]/contract/functions';
import type { SimulationTexts } from '@/components/simulation/simulation-fields';
import { ADDRESS_HASH } from '@/lib/endpoints/formats';
import type { ContractFunction } from '@/lib/evm/call-form';

/** The functions of the contract that is called, and the one that the form is of. */
export type Target = Readonly<{
  functions: readonly ContractFunction[];
  selected: ContractFunction | undefined;
}>;

/** Finds the functions of the contract that the texts of a form call; none where it is not known. */
export async function findTarget(
  chain: string,
  { to = '', fn, data = '' }: SimulationTexts,
): Promise<Target> {
  const address = to.trim();
  if (!ADDRESS_HASH.test(address)) return { functions: [], selected: undefined };
  const groups = await findFunctions(await findContract(chain, address), chain);
  const functions = groups.flatMap((group) => group.functions);
  const selector = fn ?? data.trim().slice(0, 10).toLowerCase();
  return { functions, selected: functions.find((one) => one.selector === selector) };
}
