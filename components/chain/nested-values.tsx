import type { ReactNode } from 'react';
import { Markup } from '@/components/ui/markup';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';

const SHOWN = 50;
const MOST = 1_000;

/** In place of values that are nested too deeply to be shown. */
export function TooDeep({ count }: { count: number }) {
  return (
    <span className="text-faint">
      {t('{count, plural, one {# nested value} other {# nested values}}', { count })}
    </span>
  );
}

/** Values of an array or a struct below each other; those beyond the first fifty unfold. */
export function ItemList<Item>({
  items,
  draw,
}: {
  items: readonly Item[];
  draw: (item: Item, index: number) => ReactNode;
}) {
  const folded = items.slice(SHOWN, MOST);
  return (
    <ol className="flex flex-col gap-1 border-s border-line ps-3">
      {items.slice(0, SHOWN).map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of an array have no other name
        <li key={index}>{draw(item, index)}</li>
      ))}
      {folded.length > 0 && (
        <li>
          <MoreItems count={folded.length}>
            <Markup tag="ol" attributes={{ className: 'mt-1 flex flex-col gap-1', start: SHOWN + 1 }}>
              {folded.map((item, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the items of an array have no other name
                <li key={index}>{draw(item, SHOWN + index)}</li>
              ))}
            </Markup>
          </MoreItems>
        </li>
      )}
      {items.length > MOST && (
        <li className="text-faint">
          {t('{count, plural, one {# more value} other {# more values}}. The API returns all of them.', {
            count: items.length - MOST,
          })}
        </li>
      )}
    </ol>
  );
}

/** The rest of a list, which unfolds without a script. */
export function MoreItems({ count, children }: { count: number; children: ReactNode }) {
  return (
    <details>
      <summary className="w-fit cursor-pointer text-faint hover:text-ink">
        {t('and {count} more', { count: groupDigits(count) })}
      </summary>
      {children}
    </details>
  );
}
