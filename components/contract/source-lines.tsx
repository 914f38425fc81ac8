import { ScrollArea } from '@/components/ui/scroll-area';
import { highlightLines, splitLines } from '@/lib/format/highlight';
import { withQuery } from '@/lib/format/link';
import { groupDigits } from '@/lib/format/number';
import type { SourceText } from '@/lib/format/source-tree';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { HighlightedParts } from './highlighted-parts';

/** Lines and characters per page; longer files are split. */
const MAX_LINES = 500;
const MAX_CHARACTERS = 40_000;
/** Parts before and after the shown one that are linked, beside the first and the last. */
const MAX_NEIGHBORS = 20;

type Props = {
  file: SourceText;
  language: string | null;
  path: string;
  line: string | string[] | undefined;
};

/** Lines of a file with their numbers, which are links; the part of a long file that holds `line`. */
export function SourceLines({ file, language, path, line }: Props) {
  const all = splitLines(file.text);
  const requested = typeof line === 'string' && /^\d{1,7}$/.test(line) ? Number(line) : undefined;
  const parts = splitParts(all);
  const at = Math.max(
    0,
    parts.findLastIndex(({ from }) => from <= (requested ?? 1)),
  );
  const { from = 1, to = all.length } = parts[at] ?? {};
  const lines = highlightLines(file.text, language, { from, to });
  const query = (first: number) => withQuery(path, { file: file.path, line: first });
  return (
    <>
      <ScrollArea label={displayText(file.path, 80)} className="max-h-[44rem] bg-sunken">
        <pre className="mono text-xs">
          <code className="code">
            {lines.map(({ parts: inside, isCut }, index) => {
              const number = from + index;
              return (
                <span key={number} id={`L${number}`} className={number === requested ? 'is-line' : undefined}>
                  <a href={`#L${number}`} tabIndex={-1}>
                    {number}
                  </a>
                  <HighlightedParts parts={inside} />
                  {isCut && '…'}
                </span>
              );
            })}
          </code>
        </pre>
      </ScrollArea>
      {parts.length > 1 && (
        <nav
          aria-label={t('Parts of the file')}
          className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-sm"
        >
          {parts.map((part, index) =>
            index > 0 && index < parts.length - 1 && Math.abs(index - at) > MAX_NEIGHBORS ? null : (
              <a
                key={part.from}
                href={`${query(part.from)}#L${part.from}`}
                aria-current={index === at ? 'page' : undefined}
                className="aria-[current]:font-semibold aria-[current]:text-ink"
              >
                {groupDigits(part.from)}–{groupDigits(part.to)}
              </a>
            ),
          )}
          <span className="text-faint">
            {t('of {count, plural, one {# line} other {# lines}}', { count: all.length })}
          </span>
        </nav>
      )}
    </>
  );
}

/** First and last line of each part of a file. */
function splitParts(lines: readonly string[]): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = [];
  let from = 1;
  let room = MAX_CHARACTERS;
  for (const [at, line] of lines.entries()) {
    // as much as is shown of a line
    const size = Math.min(line.length, 2_000);
    if (at + 1 > from && (room < size || at + 1 - from >= MAX_LINES)) {
      parts.push({ from, to: at });
      from = at + 1;
      room = MAX_CHARACTERS;
    }
    room -= size;
  }
  return [...parts, { from, to: lines.length }];
}
