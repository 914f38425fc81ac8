import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import { TextArea } from '@/components/ui/text-area';
import { type CallField, type ContractFunction, listFields } from '@/lib/evm/call-form';
import { describeAbiEntry } from '@/lib/format/abi-entry';
import { displayText } from '@/lib/format/text';

/** The texts of a form and their problems, by the places of the fields. */
export type FormInput = Readonly<{
  texts: ReadonlyMap<string, string>;
  problems: ReadonlyMap<string, string>;
}>;
/** An additional field of every form of a page: a block, or an amount. */
type ExtraField = Readonly<{
  place: string;
  label: string;
  hint: string;
  value?: string;
  options?: readonly string[];
}>;

const FIELD =
  'w-full min-w-0 rounded-sm border border-edge bg-surface px-2 py-1 text-ink aria-[invalid=true]:border-error';
const MAX_TEXT = 6_000;

type Props = {
  of: ContractFunction;
  path: string;
  /** The input, for the function that was called. */
  typed: FormInput | undefined;
  extra: readonly ExtraField[];
  submit: string;
  children?: ReactNode;
};

/** A function as a form that unfolds, with its result below. */
export function FunctionForm({ of, path, typed, extra, submit, children }: Props) {
  const { item, selector } = of;
  const isOpen = typed !== undefined || Boolean(children);
  return (
    <details id={selector} data-function={displayText(item.name, 60)} open={isOpen} className="group">
      <summary className="flex min-h-9 items-center gap-2 px-4 py-1.5 text-sm hover:bg-hover">
        <Icon name="chevronRight" className="chevron size-3.5 shrink-0 text-faint" />
        <span className="min-w-0">
          <bdi className="mono wrap-any font-semibold">{displayText(item.name, 120)}</bdi>{' '}
          <bdi className="mono wrap-any text-xs text-faint">
            {displayText(describeAbiEntry({ ...item }).replace(/^function [^(]*/, ''), 300)}
          </bdi>
        </span>
        <span className="mono ms-auto text-xs text-faint">{selector}</span>
      </summary>
      <div className="flex flex-col gap-3 px-4 pt-1 pb-4 text-sm">
        <form action={`${path}#${selector}`} className="flex flex-col gap-3">
          <input type="hidden" name="fn" value={selector} />
          {listFields(item.inputs).map((field) => (
            <Parameter key={field.place} field={field} selector={selector} typed={typed} />
          ))}
          <div className="flex flex-wrap items-end gap-3">
            {extra.map((field) => (
              <Extra key={field.place} field={field} selector={selector} typed={typed} />
            ))}
            <button
              type="submit"
              className="h-8 rounded-sm bg-accent px-4 font-medium text-on-accent hover:brightness-110"
            >
              {submit}
            </button>
          </div>
        </form>
        {children}
      </div>
    </details>
  );
}

/** The field of a parameter, named by its place. */
export function Parameter(props: { field: CallField; selector: string; typed: FormInput | undefined }) {
  const { field, selector, typed } = props;
  const { place, label, parameter } = field;
  const id = `${selector}-${place}`;
  const problem = typed?.problems.get(place);
  const isLong = /\]$|^(bytes|string)$/.test(parameter.type);
  const shared = {
    id,
    name: `a${place}`,
    defaultValue: typed?.texts.get(place) ?? '',
    maxLength: MAX_TEXT,
    autoComplete: 'off',
    spellCheck: false,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? undefined : `${id}-problem`,
    className: `${FIELD} mono`,
  } as const;
  return (
    <p className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id}>
        <bdi className="font-medium">{displayText(label, 120)}</bdi>{' '}
        <span className="mono text-xs text-faint">{displayText(parameter.type, 60)}</span>
      </label>
      {isLong ? <TextArea {...shared} rows={2} /> : <input {...shared} />}
      <Problem id={`${id}-problem`} text={problem} />
    </p>
  );
}

function Extra(props: { field: ExtraField; selector: string; typed: FormInput | undefined }) {
  const { place, label, hint, value, options } = props.field;
  const id = `${props.selector}-${place}`;
  const problem = props.typed?.problems.get(place);
  return (
    <p className={`flex min-w-0 flex-col gap-1 ${place === 'from' ? 'w-full sm:w-96' : 'w-44'}`}>
      <label htmlFor={id} className="label">
        {label}
      </label>
      {options === undefined ? (
        <input
          id={id}
          name={place}
          defaultValue={value ?? ''}
          placeholder={hint}
          maxLength={80}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          className={`${FIELD} h-8`}
        />
      ) : (
        <select id={id} name={place} defaultValue={value || hint} className={`${FIELD} h-8`}>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
      <Problem id={`${id}-problem`} text={problem} />
    </p>
  );
}

function Problem({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <span id={id} className="text-xs text-error">
      {text}
    </span>
  );
}
