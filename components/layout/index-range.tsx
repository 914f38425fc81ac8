import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';

/** Indexed range and head of a chain. */
export type IndexRange = Readonly<{
  first_block: number | null;
  indexed_block: number | null;
  head_block: number | null;
}>;

/** List item that states the indexed range, or that it is unknown. */
export function IndexRangeItem({ status }: { status: IndexRange | undefined }) {
  const { indexed_block: indexed = null, head_block: head = null, first_block: first = null } = status ?? {};
  if (status === undefined)
    return (
      <li>
        {t(
          'The API behind this site does not report which blocks it has indexed, and may not have this kind of data.',
        )}
      </li>
    );
  if (indexed === null) return null;
  return (
    <li>
      {t(
        'Blocks #{first} to #{indexed} are indexed{isBehind, select, true {; the chain is at #{head}, newer blocks will follow} other {}}.',
        {
          first: groupDigits(first ?? 0),
          indexed: groupDigits(indexed),
          isBehind: String(head !== null && indexed < head),
          head: groupDigits(head ?? 0),
        },
      )}
    </li>
  );
}
