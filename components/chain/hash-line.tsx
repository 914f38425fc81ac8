import { CopyButton } from '@/components/ui/copy-button';

/** A full hash or address with a copy button. */
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
