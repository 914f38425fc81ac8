import { groupDigits } from '@/lib/format/number';

/** Which blocks the index has, and how far the chain is. */
export type IndexRange = Readonly<{
  first_block: number | null;
  indexed_block: number | null;
  head_block: number | null;
}>;

/** Says which blocks the index has, or that nobody tells, as an item of a list of reasons. */
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
