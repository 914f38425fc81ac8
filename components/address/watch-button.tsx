import type { z } from 'zod';
import type { getChainOverview } from '@/lib/endpoints/chain-overview';
import { shortenHash } from '@/lib/format/hash';
import { t } from '@/lib/language/t';

/** When the chain of a development node last began again or went back; null for any other chain. */
export type Development = z.output<typeof getChainOverview.response>['development'];

/** What the script needs to forget what was watched of a chain that is gone. */
export const chainBegun = (chainId: string, development: Development | undefined) =>
  development && {
    'data-begun': `${chainId}/${development.reset_at ?? ''}`,
    'data-begun-to': development.reset_to ?? undefined,
  };

type Props = {
  chainId: string;
  address: string;
  /** The latest indexed block: what is after it is new to who watches from now on. */
  block: number;
  /** Whether the visitor sees the address up to that block. */
  isSeen?: boolean;
  development?: Development | undefined;
};

/** Keeps an address in the watch list of the browser, through the enhancer; hidden without scripts. */
export function WatchButton({ chainId, address, block, isSeen = false, development }: Props) {
  return (
    <button
      type="button"
      data-watch={`${chainId}/${address.toLowerCase()}`}
      data-since={block}
      data-seen={isSeen ? block : undefined}
      aria-pressed="false"
      {...chainBegun(chainId, development)}
      title={t('Your browser keeps it: the watch list says what is new.')}
      className="group needs-script no-print h-8 shrink-0 rounded-md border border-line bg-surface px-2.5 text-sm whitespace-nowrap text-soft hover:border-edge hover:text-ink aria-pressed:text-ink"
    >
      <span className="group-aria-pressed:hidden group-data-refused:hidden">{t('Watch')}</span>
      <span className="hidden group-aria-pressed:inline group-data-refused:hidden">{t('Watched')}</span>
      <span className="hidden group-data-refused:inline">{t('Not stored: 50 at most')}</span>
      <span className="sr-only"> {shortenHash(address)}</span>
    </button>
  );
}
