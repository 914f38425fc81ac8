import { t } from '@/lib/language/t';

type Props = {
  list: Readonly<{ path: string; params: Readonly<Record<string, string>> }>;
  label: string;
  placeholder: string;
};

/** Searches a list (`q` in the URL); its other filters stay. */
export function SearchForm({ list: { path, params }, label, placeholder }: Props) {
  const { q = '', ...others } = params;
  return (
    <form action={path} className="no-print flex items-center gap-2 text-sm">
      {Object.entries(others).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="list-search" className="sr-only">
        {label}
      </label>
      <input
        id="list-search"
        name="q"
        type="text"
        defaultValue={q}
        maxLength={80}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        className="h-9 w-52 min-w-0 rounded-md border border-edge bg-surface px-2 text-ink"
      />
      <button
        type="submit"
        className="h-9 rounded-md border border-edge bg-surface px-3 font-medium hover:bg-hover"
      >
        {t('Search')}
      </button>
    </form>
  );
}
