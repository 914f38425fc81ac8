import { z } from 'zod';
import { bufferToHex } from '@/lib/evm/hex';
import { getAddressInfo } from '@/lib/queries/address-info';
import { findContract } from '@/lib/queries/contract';
import type { Contract } from '@/lib/spec/contract';
import { loadAddressBook } from '../handlers/books';
import type { Context } from '../implement';
import { presentAddress } from '../present/address';
import { presentContract } from '../present/contract';
import { type Action, addressesField, addressField, defineAction, found, listed } from './action';

const UNVERIFIED = 'Contract source code not verified';
const MOST_CONTRACTS = 10;

/** What is known of a contract, looked up first where that is configured; undefined for an address without code. */
async function readContract({ db, services }: Context, address: Buffer): Promise<Contract | undefined> {
  await services.lookUp(db.chainId, [address]);
  const [row, addresses] = await Promise.all([findContract(db, address), loadAddressBook(db, [address])]);
  return row && presentContract(row, { mention: presentAddress(address, addresses), code: undefined });
}

const abi = defineAction(z.object({ address: addressField }), async (context, { address }) => {
  const contract = await readContract(context, address);
  if (!contract?.abi) return { status: '0', message: UNVERIFIED, result: null };
  return found(JSON.stringify(contract.abi));
});

const sourceCode = defineAction(z.object({ address: addressField }), async (context, { address }) => {
  const contract = await readContract(context, address);
  const isKnown = contract?.is_verified === true;
  const implementation = contract?.implementations[0]?.address_hash.toLowerCase() ?? '';
  return found([
    {
      Address: bufferToHex(address),
      SourceCode: contract?.source_code ?? '',
      ABI: contract?.abi ? JSON.stringify(contract.abi) : UNVERIFIED,
      ContractName: contract?.name ?? '',
      FileName: contract?.file_path ?? '',
      CompilerVersion: contract?.compiler_version ?? '',
      CompilerSettings: contract?.compiler_settings ? JSON.stringify(contract.compiler_settings) : '',
      OptimizationUsed: isKnown ? (contract.optimization_enabled ? '1' : '0') : '',
      Runs: String(contract?.optimization_runs ?? ''),
      EVMVersion: contract?.evm_version ?? '',
      ConstructorArguments: '',
      Library: '',
      LicenseType: '',
      SwarmSource: '',
      Proxy: implementation === '' ? '0' : '1',
      Implementation: implementation,
      AdditionalSources: (contract?.additional_sources ?? []).map(({ file_path, source_code }) => ({
        Filename: file_path,
        SourceCode: source_code,
      })),
    },
  ]);
});

const creation = defineAction(
  z.object({ contractaddresses: addressesField(MOST_CONTRACTS) }),
  async ({ db }, { contractaddresses }) => {
    const rows = await Promise.all(
      contractaddresses.map(async (address) => ({ address, ...(await getAddressInfo(db, address)) })),
    );
    const known = rows.flatMap(({ address, creation_transaction_hash: hash, creator }) =>
      hash === null
        ? []
        : [
            {
              contractAddress: bufferToHex(address),
              contractCreator: creator === null ? '' : bufferToHex(creator),
              txHash: bufferToHex(hash),
            },
          ],
    );
    return listed(known, 'No data found');
  },
);

/** The actions of the module contract. */
export const CONTRACT_ACTIONS: Readonly<Record<string, Action>> = {
  getabi: abi,
  getsourcecode: sourceCode,
  getcontractcreation: creation,
};
