import { loadGuessedFunctions } from '@/app/load-names';
import type { Group } from '@/components/contract/function-group';
import { callExtra } from '@/lib/client/call';
import { type Contract, contract as contractSchema, getContract } from '@/lib/endpoints/contract';
import { listFunctions } from '@/lib/evm/call-form';
import { toCallable } from '@/lib/evm/guess-functions';
import { shortenHash } from '@/lib/format/hash';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';

/** The contract at an address; undefined if there is none. */
export async function findContract(chain: string, hash: string): Promise<Contract | undefined> {
  const params = { address_hash_param: hash.toLowerCase() };
  const known = await callExtra(getContract, { chain, params });
  return known && contractSchema.parse(known);
}

/** Calls of the API for one page. */
const MAX_FACETS = 10;

/** An implementation, and its contract if it is known. */
type Target = Readonly<{ through: string; contract: Contract | undefined }>;

/**
 * The functions of a contract, grouped by the ABI they come from: its own and, for a proxy, those of its implementations,
 * without duplicates. Without any ABI they are guessed from the code.
 */
export async function findFunctions(contract: Contract | undefined, chain: string): Promise<Group[]> {
  if (contract === undefined) return [];
  const targets = await Promise.all(
    contract.implementations.slice(0, MAX_FACETS).map(
      async ({ address_hash: through }): Promise<Target> => ({
        through,
        contract: await findContract(chain, through),
      }),
    ),
  );
  const behind = targets.map(({ through, contract: target }) => ({
    title: titleOf(contract, { through, contract: target }),
    ...{ through, isGuess: false, functions: listFunctions(target?.abi), abi: target?.abi ?? null },
  }));
  const known = new Set(behind.flatMap(({ functions }) => functions.map(({ selector }) => selector)));
  const own = listFunctions(contract.abi).filter(({ selector }) => !known.has(selector));
  const groups: Group[] = [
    ...behind,
    {
      title: known.size > 0 ? t('Proxy functions') : t('Functions'),
      ...{ through: undefined, isGuess: false, functions: own, abi: contract.abi },
    },
  ];
  const nonEmpty = groups.filter(({ functions }) => functions.length > 0);
  return nonEmpty.length > 0 ? nonEmpty : guess(chain, contract, targets[0]);
}

function titleOf({ proxy_type, implementations }: Contract, { through, contract }: Target): string {
  if (proxy_type === 'eip7702') return t('Delegate functions');
  if (implementations.length === 1) return t('Implementation functions');
  return t('Functions of {name}', { name: displayText(contract?.name ?? shortenHash(through), 60) });
}

async function guess(chain: string, contract: Contract, target: Target | undefined): Promise<Group[]> {
  const found = target?.contract?.derived_functions ?? contract.derived_functions ?? [];
  const functions = toCallable(await loadGuessedFunctions(chain, found));
  const through = target?.contract === undefined ? undefined : target.through;
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
