import type { ReactNode } from 'react';
import { AddressLabel } from '@/components/chain/address';
import { Disclosure } from '@/components/ui/disclosure';
import { Panel } from '@/components/ui/panel';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { StepState as State } from '@/lib/endpoints/step';
import { withQuery } from '@/lib/format/link';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { stepHref } from './step-bar';

const WORD = 64;
const SHOWN_BYTES = 2_048;

/** What a step finds: calls, stack, memory, storage, call data and return data. */
export function StepState({ state, step, path }: { state: State; step: number; path: string }) {
  const memoryLink = (from: number, text: string) => (
    <a href={withQuery(path, { step, memory: from })} rel="nofollow">
      {text}
    </a>
  );
  return (
    <Panel title={t('State before the step')} id="state">
      <div className="divide-y divide-line">
        <Part title={t('Calls')} count={state.calls.length} isOpen>
          <ol className="px-4 py-2 text-sm">
            {state.calls.map(({ type, address, first_step: first }) => (
              <li key={first} className="wrap-any">
                <a href={stepHref(path, first)} rel="nofollow" className="mono">
                  {first}
                </a>{' '}
                <span className="text-soft">{displayText(type, 20)}</span>{' '}
                {address && <AddressLabel address={address} />}
              </li>
            ))}
          </ol>
        </Part>
        <Part title={t('Stack')} count={state.stack_size} isOpen>
          <Lines label={t('Stack')} lines={state.stack.map((word, at) => [String(at), word])} />
        </Part>
        <Part title={t('Storage')} count={state.storage.length} isOpen>
          <p className="wrap-any px-4 pt-1 text-sm text-soft">
            {state.account && <AddressLabel address={state.account} />}
          </p>
          <Lines
            label={t('Storage')}
            lines={state.storage.map((one) => [
              stepName(one.step),
              `${one.slot} ${one.is_write ? '←' : '→'} ${one.value ?? '–'}`,
            ])}
          />
        </Part>
        <Part title={t('Memory')} count={state.memory_size} isOpen={state.memory_from > 0}>
          <Lines label={t('Memory')} lines={splitWords(state.memory, state.memory_from)} />
          <p className="flex gap-4 px-4 pb-2 text-sm">
            {state.memory_from > 0 &&
              memoryLink(Math.max(0, state.memory_from - SHOWN_BYTES), t('Memory before'))}
            {state.memory_from + SHOWN_BYTES < state.memory_size &&
              memoryLink(state.memory_from + SHOWN_BYTES, t('Memory after'))}
          </p>
        </Part>
        <Part title={t('Call data')} count={state.input_size}>
          <Lines label={t('Call data')} lines={splitWords(state.input, 0)} />
        </Part>
        <Part title={t('Return data of the last call')} count={state.return_data_size}>
          <Lines label={t('Return data of the last call')} lines={splitWords(state.return_data, 0)} />
        </Part>
      </div>
    </Panel>
  );
}

const stepName = (step: number) => t('step {step}', { step });

function Part(props: { title: string; count: number; isOpen?: boolean; children: ReactNode }) {
  return (
    <Disclosure title={props.title} aside={props.count} isOpen={props.isOpen === true && props.count > 0}>
      {props.children}
    </Disclosure>
  );
}

function Lines({ label, lines }: { label: string; lines: readonly (readonly [string, string])[] }) {
  if (lines.length === 0) return null;
  return (
    <ScrollArea label={label} className="max-h-72">
      <pre className="mono px-4 py-2 text-xs">
        {lines.map(([name, text]) => `${name.padStart(4)}  ${text}`).join('\n')}
      </pre>
    </ScrollArea>
  );
}

/** Bytes in words of 32, each with its place. */
function splitWords(hex: string, from: number): [string, string][] {
  const digits = hex.slice(2);
  return Array.from({ length: Math.ceil(digits.length / WORD) }, (_, at) => [
    (from + 32 * at).toString(16).padStart(4, '0'),
    digits.slice(at * WORD, (at + 1) * WORD),
  ]);
}
