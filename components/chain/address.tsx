import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import { shortenHash } from '@/lib/format/hash';
import { displayText } from '@/lib/format/text';
import type { Address } from '@/lib/spec/address';
import { Identicon } from './identicon';

const PARTS = { from: 'text-sender', to: 'text-receiver', other: 'text-ink' } as const;

type Props = {
  address: Pick<Address, 'hash' | 'name' | 'is_contract'>;
  /** Its part in the transaction of the page: sender and receiver keep their colour everywhere. */
  part?: keyof typeof PARTS;
  /** The whole address where there is room for it; otherwise the first and last six digits. */
  isFull?: boolean;
  withCopy?: boolean;
};

const NULL_ADDRESS = /^0x0{40}$/;

/** An address everywhere: picture, name or digits, whether it is a contract. Equal ones light up together. */
export function AddressLabel({ address, part = 'other', isFull = false, withCopy = false }: Props) {
  const { hash, name } = address;
  const isNull = NULL_ADDRESS.test(hash);
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-top">
      {isNull ? <Icon name="none" className="size-4 text-faint" /> : <Identicon address={hash} />}
      <span
        data-same={hash.toLowerCase()}
        title={hash}
        className={`inline-flex min-w-0 items-center gap-x-1.5 ${isFull ? 'flex-wrap' : ''} ${PARTS[part]}`}
      >
        {address.is_contract === true && (
          <>
            <Icon name="cube" className="size-3.5 opacity-70" />
            <span className="sr-only">Contract </span>
          </>
        )}
        {name !== null && <bdi className="max-w-full truncate font-medium">{displayText(name, 40)}</bdi>}
        {name === null && isNull && <span className="whitespace-nowrap text-soft">null address</span>}
        {isFull && <span className={`mono wrap-any ${name === null ? '' : 'text-soft'}`}>{hash}</span>}
        {!isFull && name === null && !isNull && (
          <span className="mono whitespace-nowrap">{shortenHash(hash)}</span>
        )}
      </span>
      {withCopy && <CopyButton value={hash} what="address" />}
    </span>
  );
}
