import { rich } from '@/components/ui/rich';
import { type Msg, msg, t, textOf } from '@/lib/language/t';
import { HiddenFields, SubmitButton } from './form-parts';
import { Icon } from './icon';

/** A field of a list's form; its name is in the URL. */
export type FilterField = Readonly<{
  name: string;
  label: string | Msg;
  placeholder?: string | Msg;
  /** A choice instead of text: values with their texts. */
  options?: readonly Readonly<{ value: string; text: string }>[];
  /** Proposed values with their names. */
  suggestions?: readonly Readonly<{ value: string; text: string }>[];
}>;

type Props = {
  list: Readonly<{
    path: string;
    params: Readonly<Record<string, string>>;
    rejected: readonly Readonly<{ name: string; text: string }>[];
  }>;
  fields: readonly FilterField[];
};

/** Filters of a list as a form, so that the choice is in the URL; open while one is set. */
export function FilterForm({ list, fields }: Props) {
  const names = fields.map((field) => field.name);
  const isSet = names.some((name) => name in list.params) || list.rejected.length > 0;
  const others = Object.entries(list.params).filter(([name]) => !names.includes(name));
  return (
    <details
      open={isSet}
      className="no-print rounded-md border border-line bg-surface text-sm shadow-panel open:pb-3"
    >
      <summary className="flex h-9 cursor-pointer items-center gap-1.5 px-3 font-medium">
        <Icon name="search" className="size-3.5 text-faint" />
        {t('Filter')}
      </summary>
      <form
        action={list.path}
        className="grid grid-cols-2 items-end gap-3 px-3 pt-1 sm:grid-cols-3 lg:grid-cols-6"
      >
        <HiddenFields of={Object.fromEntries(others)} />
        {fields.map((field) => (
          <Field key={field.name} field={field} list={list} />
        ))}
        <p className="flex items-center gap-3">
          <SubmitButton>{t('Apply')}</SubmitButton>
          {isSet && <a href={list.path}>{t('Clear')}</a>}
        </p>
      </form>
    </details>
  );
}

function Field({ field, list }: { field: FilterField; list: Props['list'] }) {
  const { name, label, placeholder, options, suggestions = [] } = field;
  const rejected = list.rejected.find((one) => one.name === name);
  const value = list.params[name] ?? rejected?.text ?? '';
  const shared = {
    id: `filter-${name}`,
    name,
    defaultValue: value,
    className: 'h-9 w-full min-w-0 rounded-md border border-edge bg-surface px-2 text-ink',
  };
  return (
    <p className="flex min-w-0 flex-col gap-1">
      <label htmlFor={`filter-${name}`} className="label">
        {textOf(label)}
      </label>
      {options === undefined ? (
        <input
          {...shared}
          type="text"
          placeholder={placeholder && textOf(placeholder)}
          maxLength={80}
          autoComplete="off"
          spellCheck={false}
          list={suggestions.length > 0 ? `${name}-list` : undefined}
          aria-invalid={rejected !== undefined}
        />
      ) : (
        <select {...shared}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      )}
      {suggestions.length > 0 && (
        <datalist id={`${name}-list`}>
          {suggestions.map((one) => (
            <option key={one.value} value={one.value}>
              {one.text}
            </option>
          ))}
        </datalist>
      )}
      {rejected && (
        <span className="text-xs text-error">
          {rich('Not applied: expected {expected}', {
            expected: textOf(placeholder ?? msg('another value')),
          })}
        </span>
      )}
    </p>
  );
}
