'use client';

import { parse, stringify } from 'lossless-json';
import { type FormEvent, useRef, useState } from 'react';
import { Disclosure } from '@/components/ui/disclosure';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { ScrollArea } from '@/components/ui/scroll-area';
import { type Fields, fillPath } from './fill-path';

type Props = {
  path: string;
  fields: Fields;
  /** The default chain; undefined when all requests need a key. */
  openChain: string | undefined;
};
type Answer = Readonly<{
  url: string;
  status: string;
  headers: readonly (readonly [string, string])[];
  body: string;
}>;
type State = Readonly<{ kind: 'idle' | 'sent' | 'failed' } | { kind: 'answered'; answer: Answer }>;

/** Of a body that is drawn. */
const MAX_CHARACTERS = 200_000;

/** A form that sends a GET operation to this site. The key is sent in a header and stored nowhere. */
export function TryOperation({ path, fields, openChain }: Props) {
  const latest = useRef(0);
  const [state, setState] = useState<State>({ kind: 'idle' });
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const key = String(form.get('key')).trim();
    const url = fillPath(path, { fields, form, openChain: key === '' ? openChain : undefined });
    latest.current += 1;
    const turn = latest.current;
    setState({ kind: 'sent' });
    const next = await request(url, key).catch(() => ({ kind: 'failed' }) as const);
    if (turn === latest.current) setState(next);
  };
  return (
    <Panel title="Try it" id="try">
      <form onSubmit={send} className="needs-script relative flex flex-col gap-3 px-4 py-3 text-sm">
        <noscript>
          <p className="visible absolute top-3 text-soft">Sending a request from here needs JavaScript.</p>
        </noscript>
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {fields.map(({ name, isRequired, value, choices }) => (
            <label key={name} className="flex min-w-0 flex-col gap-1">
              <span className="mono text-soft">
                {name}
                {isRequired && ' *'}
              </span>
              <input
                name={`field-${name}`}
                required={isRequired}
                defaultValue={value}
                list={choices && `choices-${name}`}
                autoComplete="off"
                spellCheck={false}
                className={INPUT}
              />
              {choices && (
                <datalist id={`choices-${name}`}>
                  {choices.map((choice) => (
                    <option key={choice} value={choice} />
                  ))}
                </datalist>
              )}
            </label>
          ))}
          <label className="flex min-w-0 flex-col gap-1">
            <span className="text-soft">API key</span>
            <input name="key" type="password" autoComplete="off" className={INPUT} />
          </label>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <button
            type="submit"
            className="h-9 rounded-sm bg-accent px-4 font-medium text-on-accent hover:brightness-110"
          >
            Send
          </button>
          <span className="text-soft">
            {openChain !== undefined && `Chain ${openChain} needs no key. `}A key is sent to this site only,
            and is not stored.
          </span>
        </div>
      </form>
      <div aria-live="polite" className="text-sm">
        {state.kind === 'sent' && <p className="px-4 pb-3 text-soft">Waiting for the response …</p>}
        {state.kind === 'failed' && (
          <div className="px-4 pb-3">
            <Notice icon="cross" tone="error" title="No response">
              The request could not be sent, or the connection ended. Try again.
            </Notice>
          </div>
        )}
        {state.kind === 'answered' && <AnswerOf answer={state.answer} />}
      </div>
    </Panel>
  );
}

const INPUT = 'mono h-9 w-full min-w-0 rounded-md border border-edge bg-surface px-2.5 text-ink';

function AnswerOf({ answer: { url, status, headers, body } }: { answer: Answer }) {
  return (
    <div className="border-t border-line">
      <p className="wrap-any px-4 pt-3">
        <code className="mono">{url}</code>: <strong>{status}</strong>
      </p>
      <ScrollArea label="Response body" className="max-h-96">
        <pre className="mono px-4 py-3 text-xs">{body}</pre>
      </ScrollArea>
      <Disclosure title="Response headers">
        <ul className="mono wrap-any px-4 pb-3 text-xs">
          {headers.map(([name, value]) => (
            <li key={name}>
              {name}: {value}
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}

async function request(url: string, key: string): Promise<State> {
  const response = await fetch(url, { headers: key === '' ? {} : { authorization: `Bearer ${key}` } });
  const { status, statusText, headers } = response;
  const body = indent(await response.text());
  return {
    kind: 'answered',
    answer: {
      url,
      status: `${status} ${statusText}`.trim(),
      headers: [...headers],
      body: body.length > MAX_CHARACTERS ? `${body.slice(0, MAX_CHARACTERS)}…` : body,
    },
  };
}

/** JSON with line breaks, its numbers digit for digit; other text as it is. */
function indent(text: string): string {
  try {
    return stringify(parse(text), undefined, 2) ?? text;
  } catch {
    return text;
  }
}
