import { ChainLink } from '@/components/chain/chain-link';
import { shortenHandle } from '@/lib/format/hash';

/** A link to the page of a handle. */
export function HandleLink({ handle }: { handle: string }) {
  return (
    <ChainLink
      to={`/handle/${handle}`}
      title={handle}
      className="mono whitespace-nowrap"
      data-same={handle.toLowerCase()}
    >
      {shortenHandle(handle)}
    </ChainLink>
  );
}
