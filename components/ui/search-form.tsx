import { t } from '@/lib/language/t';
import { HiddenFields, SubmitButton } from './form-parts';

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
      <HiddenFields of={others} />
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
      <SubmitButton>{t('Search')}</SubmitButton>
    </form>
  );
}
