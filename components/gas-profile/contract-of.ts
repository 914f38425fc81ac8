import { type Nameable, nameOfAddress } from '@/lib/format/address-name';
import { shortenHash } from '@/lib/format/hash';
import { displayText } from '@/lib/format/text';

const MAX_NAME = 120;

/** Two contracts may have the same name. */
export function contractOf(address: Nameable & Readonly<{ hash: string }>): string {
  const [name, hash] = [nameOfAddress(address), shortenHash(address.hash)];
  return name === null ? hash : `${displayText(name, MAX_NAME)} (${hash})`;
}
