import { CopyButton } from '@/components/ui/copy-button';

/** All digits of a hash or an address below a heading, with a button that copies them. */
export function HashLine({
  hash,
  what,
}: {
  hash: string;
  what: 'address' | 'block hash' | 'transaction hash';
}) {
  return (
    <p className="flex items-start gap-1 text-soft">
      <span className="mono wrap-any" data-same={what === 'address' ? hash.toLowerCase() : undefined}>
        {hash}
      </span>
      <span className="-my-0.5">
        <CopyButton value={hash} what={what} />
      </span>
    </p>
  );
}
