import type { AddressInfo } from '@/lib/endpoints/address';
import { isNullAddress, nameOfAddress } from '@/lib/format/address-name';
import { shortenHash } from '@/lib/format/hash';
import { namePrecompile } from '@/lib/format/precompiles';
import { displayText } from '@/lib/format/text';
import { type Msg, msg, t } from '@/lib/language/t';

/** What an address is, for one without a name. */
export function kindOfAddress(address: AddressInfo): Msg {
  const { hash, is_contract: isContract, token, proxy_type: proxy, creation_status: status } = address;
  if (isNullAddress(hash)) return msg('Null address');
  if (token !== null) return msg('Token contract');
  if (proxy === 'eip7702') return msg('Delegated account');
  if (status === 'selfdestructed') return msg('Destroyed contract');
  return isContract === true ? msg('Contract') : msg('Address');
}

/** The name in the heading of an address, its title and its share image; null for none. */
export function headingName(address: AddressInfo): string | null {
  const name = nameOfAddress(address) ?? namePrecompile(address.hash);
  return name === null || name === undefined ? null : displayText(name, 60);
}

/** The heading as a text: its name, else what it is and its first and last digits. */
export function addressTitle(address: AddressInfo): string {
  const name = headingName(address);
  if (name !== null) return name;
  const kind = t(kindOfAddress(address));
  return isNullAddress(address.hash) ? kind : `${kind} ${shortenHash(address.hash)}`;
}
