import { withQuery } from '@/lib/format/link';
import { t } from '@/lib/language/t';
import { HiddenFields } from './form-parts';
import { Icon } from './icon';

/** A list of the URL: the path of its page, its filters, and which page it is. */
export type ListUrl = Readonly<{
  path: string;
  params: Readonly<Record<string, string>>;
  cursor: Readonly<Record<string, string>>;
}>;

type Props = {
  list: ListUrl;
  /** Of all columns; the first one is always shown. */
  heads: readonly Readonly<{ id: string; text: string }>[];
  shown: ReadonlySet<string>;
};

/** The columns of a list, as a form: the choice is in the URL (`columns`). Folded, it is an icon next to the heads. */
export function ColumnPicker({ list, heads, shown }: Props) {
  const { columns, ...params } = { ...list.params, ...list.cursor };
  const [first, ...others] = heads;
  const text =
    columns === undefined
      ? t('Columns')
      : t('Columns {count} of {total}', { count: shown.size, total: heads.length });
  return (
    <details className={`columns no-print ${columns === undefined ? '' : 'is-chosen'}`}>
      <summary title={text}>
        <span className="columns-text">{text}</span>
        <Icon name="columns" className="size-3.5" />
      </summary>
      <form action={list.path} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pb-2">
        <HiddenFields of={params} />
        <input type="hidden" name="columns" value={first?.id} />
        {others.map(({ id, text }) => (
          <label key={id} className="flex h-7 items-center gap-1.5 text-soft">
            <input type="checkbox" name="columns" value={id} defaultChecked={shown.has(id)} />
            {text}
          </label>
        ))}
        <button
          type="submit"
          className="h-7 rounded-md border border-edge bg-surface px-2 font-medium hover:bg-hover"
        >
          {t('Show')}
        </button>
        {columns !== undefined && <a href={withQuery(list.path, params)}>{t('All columns')}</a>}
      </form>
    </details>
  );
}
