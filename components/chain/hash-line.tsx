import { CopyButton } from '@/components/ui/copy-button';
import { msg, t } from '@/lib/language/t';

const NAMES = {
  address: msg('address'),
  'block hash': msg('block hash'),
  'transaction hash': msg('transaction hash'),
  'user operation hash': msg('user operation hash'),
  handle: msg('handle'),
} as const;

/** A full hash or address with a copy button. */
export function HashLine({ hash, what }: { hash: string; what: keyof typeof NAMES }) {
  return (
    <p className="flex items-start gap-1 text-soft">
      <span
        className="mono wrap-any max-sm:text-xs"
        data-same={what === 'address' ? hash.toLowerCase() : undefined}
      >
        {hash}
      </span>
      <span className="-my-0.5">
        <CopyButton value={hash} what={t(NAMES[what])} />
      </span>
    </p>
  );
}
