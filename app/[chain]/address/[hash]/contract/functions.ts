import { loadGuessedFunctions } from '@/app/load-names';
import type { Group } from '@/components/contract/function-group';
import { callExtra } from '@/lib/client/call';
import { type Contract, contract as contractSchema, getContract } from '@/lib/endpoints/contract';
import { listFunctions } from '@/lib/evm/call-form';
import { toCallable } from '@/lib/evm/guess-functions';
import { t } from '@/lib/language/t';

/** The contract at an address; undefined if there is none. */
export async function findContract(chain: string, hash: string): Promise<Contract | undefined> {
  const params = { address_hash_param: hash.toLowerCase() };
  const known = await callExtra(getContract, { chain, params });
  return known && contractSchema.parse(known);
}

/**
 * The functions of a contract, grouped by the ABI they come from: its own and, for a proxy, that of its implementation,
 * without duplicates. Without any ABI they are guessed from the code.
 */
export async function findFunctions(contract: Contract | undefined, chain: string): Promise<Group[]> {
  if (contract === undefined) return [];
  const through = contract.implementations[0]?.address_hash;
  const target = through === undefined ? undefined : await findContract(chain, through);
  const behind = listFunctions(target?.abi);
  const known = new Set(behind.map(({ selector }) => selector));
  const own = listFunctions(contract.abi).filter(({ selector }) => !known.has(selector));
  const groups: Group[] = [
    {
      title: contract.proxy_type === 'eip7702' ? t('Delegate functions') : t('Implementation functions'),
      ...{ through, isGuess: false, functions: behind, abi: target?.abi ?? null },
    },
    {
      title: behind.length > 0 ? t('Proxy functions') : t('Functions'),
      ...{ through: undefined, isGuess: false, functions: own, abi: contract.abi },
    },
  ];
  const nonEmpty = groups.filter(({ functions }) => functions.length > 0);
  return nonEmpty.length > 0 ? nonEmpty : guess(chain, contract, target);
}

async function guess(chain: string, contract: Contract, target: Contract | undefined): Promise<Group[]> {
  const code = target?.deployed_bytecode ?? contract.deployed_bytecode;
  const functions = code === null ? [] : toCallable(await loadGuessedFunctions(chain, code));
  const through = target === undefined ? undefined : contract.implementations[0]?.address_hash;
  return functions.length === 0
    ? []
    : [{ title: t('Inferred from bytecode'), through, isGuess: true, functions, abi: null }];
}

/** The functions of a kind, in their groups. */
export function ofKind(groups: readonly Group[], isRead: boolean): Group[] {
  return groups
    .map((group) => ({
      ...group,
      functions: group.functions.filter((one) => one.isRead === isRead),
    }))
    .filter(({ functions }) => functions.length > 0);
}
