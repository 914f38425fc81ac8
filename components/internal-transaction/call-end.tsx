import type { Address } from '@/lib/endpoints/address-mention';
import { nameOfAddress } from '@/lib/format/address-name';
import { shortenHandle, shortenHash } from '@/lib/format/hash';
import { displayText } from '@/lib/format/text';
import type { RowContext } from './row-context';

/** An address in a row of calls, in few bytes. */
export function CallEnd({ address, context }: { address: Address; context: RowContext }) {
  const { hash } = address;
  const name = nameOfAddress(address);
  const key = hash.toLowerCase();
  const role =
    key === context.ends.from ? 'text-sender' : key === context.ends.to ? 'text-receiver' : undefined;
  return (
    <a href={`/${context.chainId}/address/${hash}`} data-same={key} className={role}>
      {name !== null && <bdi>{displayText(name, 32)} </bdi>}
      {name === null ? shortenHash(hash) : shortenHandle(hash)}
    </a>
  );
}
