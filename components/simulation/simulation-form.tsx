import type { ReactNode } from 'react';
import { Parameter } from '@/components/contract/function-form';
import { Disclosure } from '@/components/ui/disclosure';
import { Panel } from '@/components/ui/panel';
import { TextArea } from '@/components/ui/text-area';
import { type ContractFunction, listFields } from '@/lib/evm/call-form';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import type { SimulationField, SimulationTexts } from './simulation-fields';
import { SimulationLink } from './simulation-link';

type Props = {
  submit: (form: FormData) => Promise<void>;
  path: string;
  symbol: string;
  texts: SimulationTexts;
  problems: ReadonlyMap<string, string>;
  functions: readonly ContractFunction[];
  /** The function whose form is shown. */
  selected: ContractFunction | undefined;
};

const FIELD =
  'mono w-full min-w-0 rounded-sm border border-edge bg-surface px-2 py-1 text-ink aria-[invalid=true]:border-error';
const BUTTON = 'h-8 rounded-sm bg-accent px-4 font-medium text-on-accent hover:brightness-110';
const FORM = 'simulation';

/** What is to be executed; sent by the browser itself where scripts do not run. */
export function SimulationForm(props: Props) {
  const { submit, texts, problems, symbol } = props;
  const field = (name: SimulationField, label: string, hint = '') => (
    <Field name={name} label={label} text={texts[name] ?? ''} hint={hint} problem={problems.get(name)} />
  );
  const hasState = Boolean(texts.overrides) || problems.has('overrides');
  const hasMore = Boolean(texts.more) || problems.has('more');
  return (
    <Panel title={t('What is executed')} id="input">
      <FunctionChoice {...props} />
      <form id={FORM} action={submit} className="flex flex-col gap-4 px-4 py-4 text-sm">
        <input type="hidden" name="tx" value={texts.tx ?? ''} />
        <div className="grid gap-4 md:grid-cols-2">
          {field('from', t('From'), '0x…')}
          {field('to', t('To; empty creates a contract'), '0x…')}
        </div>
        <InputFields {...props} />
        <div className="grid grid-cols-2 gap-4 md:grid-cols-4">
          {field('value', t('Amount in {symbol}', { symbol }), '0')}
          {field('gas', t('Gas limit'), '30000000')}
          {field('block', t('Block'), t('latest'))}
          {field('position', t('Place in the block'), t('after all'))}
        </div>
        <Lines
          name="overrides"
          title={t('Replace state before')}
          text={texts.overrides ?? ''}
          problem={problems.get('overrides')}
          isOpen={hasState}
          example={'0x… balance 1.5\n0x… nonce 3\n0x… code 0x6001\n0x… slot 0 0x2a'}
        />
        <Lines
          name="more"
          title={t('Further calls on the same state')}
          text={texts.more ?? ''}
          problem={problems.get('more')}
          isOpen={hasMore}
          example={t('from to data amount')}
        />
        <p className="flex flex-wrap items-center gap-3">
          <button type="submit" className={BUTTON}>
            {t('Run')}
          </button>
          <SimulationLink form={FORM} path={props.path} />
          <span className="text-soft">{t('Nothing is sent to the network.')}</span>
        </p>
      </form>
    </Panel>
  );
}

function Field(props: {
  name: string;
  label: string;
  text: string;
  hint: string;
  problem: string | undefined;
}) {
  const { name, label, text, hint, problem } = props;
  return (
    <Labeled name={name} label={label} problem={problem}>
      <input
        id={`in-${name}`}
        name={name}
        defaultValue={text}
        placeholder={hint}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `in-${name}-problem`}
        className={`${FIELD} h-8`}
      />
    </Labeled>
  );
}

function Labeled(props: { name: string; label: string; problem: string | undefined; children: ReactNode }) {
  const { name, label, problem, children } = props;
  return (
    <p className="flex min-w-0 flex-col gap-1">
      <label htmlFor={`in-${name}`} className="label">
        {label}
      </label>
      {children}
      {problem !== undefined && (
        <span id={`in-${name}-problem`} className="text-xs text-error">
          {problem}
        </span>
      )}
    </p>
  );
}

function Lines(props: {
  name: SimulationField;
  title: string;
  text: string;
  problem: string | undefined;
  isOpen: boolean;
  example: string;
}) {
  const { name, title, text, problem, isOpen, example } = props;
  return (
    <div className="rounded-sm border border-line">
      <Disclosure title={title} isOpen={isOpen}>
        <div className="flex flex-col gap-2 px-4 pb-3">
          <Labeled name={name} label={t('One a line')} problem={problem}>
            <TextArea
              id={`in-${name}`}
              name={name}
              defaultValue={text}
              rows={4}
              spellCheck={false}
              autoComplete="off"
              aria-invalid={problem !== undefined}
              className={`${FIELD} text-xs`}
            />
          </Labeled>
          <pre className="mono text-xs text-soft">{example}</pre>
        </div>
      </Disclosure>
    </div>
  );
}

/** Calldata: by the form of the function, or as it is. */
function InputFields({ texts, problems, selected }: Props) {
  const problem = problems.get('data');
  const raw = (
    <TextArea
      id="in-data"
      name="data"
      aria-label={t('Calldata')}
      defaultValue={texts.data ?? ''}
      rows={4}
      spellCheck={false}
      autoComplete="off"
      placeholder="0x"
      aria-invalid={problem !== undefined}
      className={`${FIELD} text-xs`}
    />
  );
  if (selected === undefined)
    return (
      <Labeled name="data" label={t('Calldata')} problem={problem}>
        {raw}
      </Labeled>
    );
  const typed = {
    texts: new Map(Object.entries(texts).map(([name, text]) => [name.slice(1), text])),
    problems: new Map([...problems].map(([name, text]) => [name.slice(1), text])),
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="label mb-1">{t('Calldata')}</legend>
      <input type="hidden" name="fn" value={selected.selector} />
      <label className="flex items-center gap-2">
        <input type="radio" name="input" value="form" defaultChecked={texts.input !== 'raw'} />
        <bdi className="mono wrap-any font-semibold">{displayText(selected.item.name, 120)}</bdi>
      </label>
      <div className="flex flex-col gap-3 border-s border-line ps-4">
        {listFields(selected.item.inputs).map((field) => (
          <Parameter key={field.place} field={field} selector={selected.selector} typed={typed} />
        ))}
      </div>
      <label className="flex items-center gap-2">
        <input type="radio" name="input" value="raw" defaultChecked={texts.input === 'raw'} />
        {t('As bytes')}
      </label>
      {raw}
    </fieldset>
  );
}

/** Another function of the contract. */
function FunctionChoice({ functions, selected, path, texts }: Props) {
  if (functions.length === 0) return null;
  return (
    <form action={path} className="flex flex-wrap items-end gap-3 border-b border-line px-4 py-3 text-sm">
      {texts.tx && <input type="hidden" name="tx" value={texts.tx} />}
      <input type="hidden" name="to" value={texts.to ?? ''} />
      <label className="flex min-w-0 flex-col gap-1">
        <span className="label">{t('Function of the contract')}</span>
        <select name="fn" defaultValue={selected?.selector ?? ''} className={`${FIELD} h-8 max-w-md`}>
          <option value="">{t('none: calldata as bytes')}</option>
          {functions.map(({ item, selector }) => (
            <option key={selector} value={selector}>
              {displayText(item.name, 60)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="h-8 rounded-sm border border-edge px-3 font-medium hover:bg-hover">
        {t('Show its form')}
      </button>
    </form>
  );
}
