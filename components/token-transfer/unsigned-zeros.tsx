import { Icon } from '@/components/ui/icon';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import { withQuery } from '@/lib/format/link';
import { t } from '@/lib/language/t';

/** The field of a list's URL that shows them: `?zero=shown`. */
export const ZERO_FIELD = {
  zero: (text: string) => (text === 'shown' ? {} : undefined),
} as const;

/** A page of transfers and its place in the list. */
export type TransfersPart = Readonly<{
  items: readonly TokenTransfer[];
  path: string;
  params: Readonly<Record<string, string>>;
  cursor: Readonly<Record<string, string>>;
}>;

/** The rows to show: zero-value transfers that their sender did not sign are left out unless requested. */
export function shownTransfers({ items, params }: TransfersPart): readonly TokenTransfer[] {
  return params.zero === 'shown' ? items : items.filter((one) => !one.is_unsigned_zero);
}

/** How many zero-value transfers of others the page leaves out, with a link to them; nothing if there are none. */
export function UnsignedZeros({ list }: { list: TransfersPart }) {
  const count = list.items.filter((one) => one.is_unsigned_zero).length;
  if (count === 0) return null;
  const { zero, ...params } = list.params;
  const isShown = zero === 'shown';
  return (
    <p className="flex gap-2 border-b border-line px-4 py-2 text-sm text-soft">
      <Icon name="alert" className="mt-1 size-3.5 shrink-0 text-pending" />
      <span>
        {t(
          '{count, plural, one {# zero-value transfer} other {# zero-value transfers}} on this page {count, plural, one {is} other {are}} {isShown, select, true {shown} other {hidden}}: the sender did not sign the transaction, as in address poisoning.',
          { count, isShown: String(isShown) },
        )}{' '}
        <a href={withQuery(list.path, { ...params, ...list.cursor, zero: isShown ? undefined : 'shown' })}>
          {isShown
            ? t('{count, plural, one {Hide it} other {Hide them}}', { count })
            : t('{count, plural, one {Show it} other {Show them}}', { count })}
        </a>
      </span>
    </p>
  );
}
