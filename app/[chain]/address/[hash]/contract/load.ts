import { readConfig } from '@/app/read-config';
import type { Contract } from '@/lib/endpoints/contract';
import { getPageAddress, type PageAddress, type Params } from '../load';
import { findContract } from './functions';

/** `isUnknown` where no contract is known because the API has no such data. */
export type PageContract = PageAddress &
  Readonly<{ contract: Contract | undefined; contractPath: string; isUnknown: boolean }>;
/** The parameters of the URL, of anyone. */
export type Query = Promise<Readonly<Record<string, string | string[] | undefined>>>;

/** The address of the URL and its contract. */
export async function getPageContract(params: Params): Promise<PageContract> {
  const page = await getPageAddress(params);
  const contract = await findContract(page.chain.id, page.address.hash);
  return {
    ...page,
    contract,
    contractPath: `${page.path}/contract`,
    isUnknown: contract === undefined && readConfig().apiIsElsewhere && page.address.is_contract !== false,
  };
}
