'use client';

import { type FormEvent, useState } from 'react';

/** A field of the form: a parameter, where it stands, and what it holds at first. */
export type AskField = Readonly<{ name: string; isInPath: boolean; value: string }>;

type Answer = Readonly<{ status: string; headers: string; body: string }>;

const SHOWN_HEADERS = /^(x-ratelimit-|x-credits-|etag|retry-after|deprecation|content-type)/;
const SHOWN_CHARACTERS = 50_000;
const INPUT = 'h-9 w-full min-w-0 rounded-md border border-edge bg-canvas px-2.5';

/**
 * Asks the API at the page's own address and shows what it answers. The key is typed by the reader, is sent in a
 * header to this address alone and is kept nowhere. Without a script the form opens the answer, without a key.
 */
export function AskForm({ id, path, fields }: { id: string; path: string; fields: readonly AskField[] }) {
  const [answer, setAnswer] = useState<Answer>();
  const [key, setKey] = useState('');
  const ask = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setAnswer({ status: 'Asking…', headers: '', body: '' });
    setAnswer(await fetchAnswer(writeUrl(path, fields, new FormData(event.currentTarget)), key));
  };
  return (
    <form action={`/docs/api/${id}/ask`} onSubmit={ask} className="flex flex-col gap-3 px-4 py-3 text-sm">
      <div className="grid gap-3 md:grid-cols-2">
        {fields.map(({ name, isInPath, value }) => (
          <label key={name} className="flex min-w-0 flex-col gap-1">
            <span className="mono text-soft">{name}</span>
            <input name={name} defaultValue={value} required={isInPath} className={`mono ${INPUT}`} />
          </label>
        ))}
        <label className="needs-script flex min-w-0 flex-col gap-1">
          <span className="text-soft">Your key</span>
          {/* no name: it is never part of an address */}
          <input
            type="password"
            autoComplete="off"
            value={key}
            onChange={(event) => setKey(event.target.value)}
            className={INPUT}
          />
        </label>
      </div>
      <button type="submit" className="h-9 self-start rounded-md bg-accent px-4 font-medium text-on-accent">
        Ask
      </button>
      <div aria-live="polite" className="flex min-w-0 flex-col gap-2">
        {answer && <p className="font-medium">{answer.status}</p>}
        {answer && answer.headers !== '' && (
          <pre className="mono wrap-any text-xs whitespace-pre-wrap text-soft">{answer.headers}</pre>
        )}
        {answer && answer.body !== '' && (
          <pre className="mono wrap-any text-xs whitespace-pre-wrap">{answer.body}</pre>
        )}
      </div>
    </form>
  );
}

function writeUrl(path: string, fields: readonly AskField[], given: FormData): string {
  const textOf = (name: string) => String(given.get(name) ?? '');
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(name)));
  const query = fields
    .filter(({ name, isInPath }) => !isInPath && textOf(name) !== '')
    .map(({ name }) => [name, textOf(name)]);
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`;
}

async function fetchAnswer(url: string, key: string): Promise<Answer> {
  try {
    const response = await fetch(url, key === '' ? {} : { headers: { authorization: `Bearer ${key}` } });
    const text = await response.text();
    const headers = [...response.headers].filter(([name]) => SHOWN_HEADERS.test(name));
    return {
      status: `${response.status} from ${url}`,
      headers: headers.map(([name, value]) => `${name}: ${value}`).join('\n'),
      body: indent(text).slice(0, SHOWN_CHARACTERS),
    };
  } catch {
    return { status: 'No answer: the service cannot be reached.', headers: '', body: '' };
  }
}

/** JSON on lines of its own; a body with a number that would lose digits stays as it is. */
function indent(text: string): string {
  if (/[:[,]\s*-?\d{16}/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
