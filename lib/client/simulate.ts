import type { z } from 'zod';
import { loadConfig } from '@/lib/config';
import {
  SIMULATION_PATH,
  type SimulationAnswer,
  simulation,
  type simulationRequest,
} from '@/lib/endpoints/simulation';
import { AppError } from '@/lib/errors';
import { t } from '@/lib/language/t';
import { describeRefusal, parseJson } from './call';
import { parseLeniently } from './parse-leniently';
import { readBounded } from './read-bounded';
import { readProblem } from './send-form';

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 32 * 1024 * 1024;

/** Executes calls through the API with the key of this site. A refusal is a sentence for the visitor, that of a node in its words. */
export async function simulate(
  chain: string,
  wanted: z.input<typeof simulationRequest>,
): Promise<Readonly<{ answer: SimulationAnswer } | { refusal: string }>> {
  const { apiUrl, apiKey } = loadConfig();
  const path = `/${encodeURIComponent(chain)}${SIMULATION_PATH}`;
  try {
    const response = await fetch(`${apiUrl}${path}`, {
      ...{ method: 'POST', cache: 'no-store', redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) },
      headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify(wanted),
    });
    const text = await readBounded(response, MAX_BYTES);
    if (response.status === 404 || response.status === 405)
      return { refusal: t('This API does not execute calls, or does not know this transaction.') };
    const body = parseJson(path, text);
    if (response.status !== 200) return { refusal: readProblem(body) ?? describeRefusal(response.status) };
    const parsed = parseLeniently(simulation, body);
    return parsed.success
      ? { answer: parsed.data }
      : { refusal: t('The API returned data in an unknown format.') };
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.publicMessage };
    // no answer in time
    if (error instanceof TypeError || error instanceof DOMException) return { refusal: describeRefusal(0) };
    throw error;
  }
}
