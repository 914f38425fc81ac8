import { groupDigits } from '@/lib/format/number';

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
        The API behind this site does not report which blocks it has indexed, and may not have this kind of
        data.
      </li>
    );
  if (indexed === null) return null;
  return (
    <li>
      The index has blocks #{groupDigits(first ?? 0)} to #{groupDigits(indexed)}
      {head !== null &&
        indexed < head &&
        `; the chain is at #${groupDigits(head)}, newer blocks are still to come`}
      .
    </li>
  );
}
