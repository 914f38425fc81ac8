import { z } from 'zod';
import { loadAddresses } from '@/lib/api/address/mention-loader';
import { presentAddress } from '@/lib/api/address/present';
import { refuseUnindexedContract } from '@/lib/api/address/unindexed-loader';
import { findContractCreations } from '@/lib/api/contract/creation-query';
import { loadContract } from '@/lib/api/contract/loader';
import { presentWholeContract } from '@/lib/api/contract/present';
import type { CallContext } from '../implement';
import { VERIFICATION_TEXTS } from '../verification/etherscan-form';
import { type Action, addressesField, addressField, defineAction, found, listed, refuse } from './action';
import { presentModuleCreation, presentModuleSource, UNVERIFIED } from './contract-present';

const MAX_CONTRACTS = 10;
const parameters = z.object({ address: addressField });

/** A contract, looked up first where configured; undefined for an address without code. */
async function readContract({ db, services }: CallContext, address: Buffer) {
  await services.lookUp(db.chainId, [address]);
  const [known, addresses] = await Promise.all([
    loadContract(db, address, services.contractCode),
    loadAddresses(db, [address]),
  ]);
  const mention = presentAddress(address, addresses);
  return known && presentWholeContract(known, { mention, code: undefined });
}

const abi = defineAction(parameters, async (context, { address }) => {
  const contract = await readContract(context, address);
  return contract?.abi ? found(JSON.stringify(contract.abi)) : refuse(UNVERIFIED);
});

const sourceCode = defineAction(parameters, async (context, { address }) => {
  const contract = await readContract(context, address);
  const refusal = contract ? undefined : await refuseUnindexedContract(context, address, 'all');
  if (refusal) throw refusal;
  return found([presentModuleSource(contract)]);
});

const creation = defineAction(
  z.object({ contractaddresses: addressesField(MAX_CONTRACTS) }),
  async ({ db }, { contractaddresses }) => {
    const rows = await findContractCreations(db, contractaddresses);
    return listed(rows.map(presentModuleCreation), 'No data found');
  },
);

const status = defineAction(z.object({ guid: z.string().max(100) }), async ({ services }, { guid }) => {
  const progress = await services.verification?.find(guid);
  if (progress === undefined) return refuse(VERIFICATION_TEXTS.unknown);
  if (progress.state !== 'done') return refuse(VERIFICATION_TEXTS.pending);
  return progress.result.outcome === 'matched'
    ? found(VERIFICATION_TEXTS.verified)
    : refuse(VERIFICATION_TEXTS.failed);
});

/** Actions of the module contract. */
export const CONTRACT_ACTIONS: Readonly<Record<string, Action>> = {
  getabi: abi,
  getsourcecode: sourceCode,
  getcontractcreation: creation,
  checkverifystatus: status,
  verifysourcecode: async () => refuse('Error! Send a form by POST'),
};
