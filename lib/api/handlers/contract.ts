import { getContract } from '@/lib/endpoints/contract';
import { hexToBuffer } from '@/lib/evm/hex';
import { findContract } from '@/lib/queries/contract';
import { implement } from '../implement';
import { loadAddresses } from '../loaders/mentions';
import { presentAddress } from '../present/address';
import { presentContract } from '../present/contract';

/** GET /smart-contracts/{address}. */
export const contractOperation = implement(getContract, async ({ db, params, services }) => {
  const address = hexToBuffer(params.address_hash_param);
  await services.lookUp(db.chainId, [address]);
  const [row, addresses] = await Promise.all([findContract(db, address), loadAddresses(db, [address])]);
  if (!row) return undefined;
  const code = await services.contractCode(db.chainId, address);
  void services.lookUp(db.chainId, [addresses.get(address.toString('hex'))?.implementation ?? null]);
  return presentContract(row, { mention: presentAddress(address, addresses), code });
});
