import { z } from 'zod';
import { loadConfig } from '@/lib/config';
import type { WrittenMessage } from '@/lib/messages/message';
import { describeRefusal } from './call';

/** What the API answered to a form: its JSON, or a sentence for the visitor. */
export type FormAnswer = Readonly<{ body: unknown } | { refusal: WrittenMessage }>;

const TIMEOUT_MS = 30_000;
const problems = z.object({ errors: z.array(z.object({ detail: z.string() })).min(1) });
const sentence = z.object({ error: z.string().max(200) });
const note = z.object({ message: z.string().max(200) });

/** What an answer of the API says against a request, in English. */
export function readProblem(body: unknown): string | undefined {
  const [problem] = problems.safeParse(body).data?.errors ?? [];
  return problem?.detail ?? sentence.safeParse(body).data?.error ?? note.safeParse(body).data?.message;
}

/** Sends a form of the visitor at an address to a path of the API, with the key of this site. */
export async function sendForm(path: string, form: FormData, client: string): Promise<FormAnswer> {
  const { apiUrl, apiKey } = loadConfig();
  const headers = {
    accept: 'application/json',
    // visitors share the queue by their own addresses
    'x-forwarded-for': client,
    ...(apiKey && { authorization: `Bearer ${apiKey}` }),
  };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const answer = await fetch(`${apiUrl}${path}`, {
      ...{ method: 'POST', body: form, headers, signal, cache: 'no-store', redirect: 'error' },
    });
    const body: unknown = await answer.json();
    if (answer.status === 200) return { body };
    const text = readProblem(body);
    return { refusal: text === undefined ? { text: describeRefusal(answer.status) } : { text, lang: 'en' } };
  } catch (error) {
    // no answer, or none that is JSON
    if (error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException)
      return { refusal: { text: describeRefusal(0) } };
    throw error;
  }
}
