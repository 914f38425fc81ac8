import type { highlightLines } from '@/lib/format/highlight';

type Parts = ReturnType<typeof highlightLines>[number]['parts'];

/** The parts of a line of source, colored by their kind. */
export function HighlightedParts({ parts }: { parts: Parts }) {
  return parts.map(({ kind, text }, place) =>
    kind === undefined ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line have no other name
      <i key={place} className={kind[0]}>
        {text}
      </i>
    ),
  );
}
