import { headers } from 'next/headers';
import type { SimulationTexts } from '@/components/simulation/simulation-fields';
import type { SimulationAnswer } from '@/lib/endpoints/simulation';

/** What a form was filled in with, and what came of it. */
export type Run = Readonly<{
  texts: SimulationTexts;
  problems?: ReadonlyMap<string, string>;
  answer?: SimulationAnswer;
  refusal?: string;
}>;

/** By the headers of the request: the form is received and the page drawn in one. */
const runs = new WeakMap<object, Run>();

/** Keeps a run for the page that this request draws. */
export async function keepRun(run: Run): Promise<void> {
  runs.set(await headers(), run);
}

/** The run of this request, if any. */
export async function findRun(): Promise<Run | undefined> {
  return runs.get(await headers());
}
