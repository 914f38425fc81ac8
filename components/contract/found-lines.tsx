import { rich } from '@/components/ui/rich';
import { withQuery } from '@/lib/format/link';
import { groupDigits } from '@/lib/format/number';
import { type SourceText, searchSources } from '@/lib/format/source-tree';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';

const MAX_FOUND = 100;

/** The lines of all files that hold a text. */
export function FoundLines(props: { files: readonly SourceText[]; wanted: string; path: string }) {
  const { found, isWhole } = searchSources(props.files, props.wanted, MAX_FOUND);
  return (
    <section
      id="found"
      aria-label={t('Found lines')}
      className="max-h-80 overflow-auto border-b border-line py-2 text-sm"
    >
      <p className="px-4 pb-1 text-soft">
        {rich('{lines} with {query}', {
          lines: isWhole
            ? t('{count, plural, one {# line} other {# lines}}', { count: found.length })
            : t('The first {limit} lines', { limit: groupDigits(MAX_FOUND) }),
          query: <bdi className="mono text-ink">{displayText(props.wanted, 80)}</bdi>,
        })}
      </p>
      <ol>
        {found.map(({ path, line, text }) => (
          <li key={`${path}:${line}`} className="px-4 py-0.5">
            <a
              href={`${withQuery(props.path, { file: path, line, q: props.wanted })}#L${line}`}
              className="wrap-any text-xs"
            >
              <bdi>{displayText(path, 120)}</bdi>:{line}
            </a>
            <code className="mono wrap-any block text-xs text-soft">
              <bdi>{text}</bdi>
            </code>
          </li>
        ))}
      </ol>
    </section>
  );
}
