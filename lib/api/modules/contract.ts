import { z } from 'zod';
import { findContract } from '@/lib/queries/contract';
import { findContractCreations } from '@/lib/queries/contract-creation';
import type { CallContext } from '../implement';
import { loadAddresses } from '../loaders/mentions';
import { presentAddress } from '../present/address';
import { presentWholeContract } from '../present/contract';
import { presentModuleCreation, presentModuleSource, UNVERIFIED } from '../present/module-contract';
import { type Action, addressesField, addressField, defineAction, found, listed, refuse } from './action';

const MAX_CONTRACTS = 10;
const parameters = z.object({ address: addressField });

/** What is known of a contract, looked up first where that is configured; undefined for an address without code. */
async function readContract({ db, services }: CallContext, address: Buffer) {
  await services.lookUp(db.chainId, [address]);
  const [row, addresses] = await Promise.all([findContract(db, address), loadAddresses(db, [address])]);
  return row && presentWholeContract(row, { mention: presentAddress(address, addresses), code: undefined });
}

const abi = defineAction(parameters, async (context, { address }) => {
  const contract = await readContract(context, address);
  return contract?.abi ? found(JSON.stringify(contract.abi)) : refuse(UNVERIFIED);
});

const sourceCode = defineAction(parameters, async (context, { address }) =>
  found([presentModuleSource(await readContract(context, address))]),
);

const creation = defineAction(
  z.object({ contractaddresses: addressesField(MAX_CONTRACTS) }),
  async ({ db }, { contractaddresses }) => {
    const rows = await findContractCreations(db, contractaddresses);
    return listed(rows.map(presentModuleCreation), 'No data found');
  },
);

/** Actions of the module contract. */
export const CONTRACT_ACTIONS: Readonly<Record<string, Action>> = {
  getabi: abi,
  getsourcecode: sourceCode,
  getcontractcreation: creation,
};
