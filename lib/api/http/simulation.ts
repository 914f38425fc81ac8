import { ANSWERS, type Answer, invalid, Refusal } from '@/lib/api/answer';
import { requireConform } from '@/lib/api/implement';
import { loadSimulation } from '@/lib/api/simulation/loader';
import { HEAVY_REQUESTS } from '@/lib/endpoints/endpoint';
import {
  SIMULATION_CREDITS,
  SIMULATION_LIMITS,
  SIMULATION_PATH,
  type SimulationRequest,
  simulation,
  simulationRequest,
} from '@/lib/endpoints/simulation';
import { parseBounded } from '@/lib/rpc/json-bounds';
import type { ServedChains } from '../served-chains';
import type { Services } from '../services';
import { type Admission, serve } from './admit';
import type { ReadBody } from './bodies';
import type { ApiContext } from './respond';
import { CHAIN_PARAMETER, findChainOf } from './route';

type SimulationOptions = Readonly<{
  admit: Admission;
  readBody: ReadBody;
  chains: ServedChains;
  services: Services;
  isChecked: boolean;
}>;

/** Hono routes of simulations, on both surfaces. */
export const SIMULATION_PATHS = ['', `/:${CHAIN_PARAMETER}`].map((prefix) => `${prefix}${SIMULATION_PATH}`);

const MAX_DEPTH = 16;
const MAX_PROBLEMS = 10;
const NAME = 'simulate';
const TOO_LARGE: Answer = {
  status: 413,
  body: { error: `A request has at most ${SIMULATION_LIMITS.body} bytes`, source: 'internal' },
};

/** Creates the handler of POST /simulations, which costs by the number of calls. */
export function createSimulationHandler(options: SimulationOptions) {
  return async (c: ApiContext): Promise<Response> => {
    const wanted = readRequest(await options.readBody(c, SIMULATION_LIMITS.body));
    const count = 'calls' in wanted ? wanted.calls.length : 1;
    const priced = { id: NAME, credits: SIMULATION_CREDITS * count, requests: HEAVY_REQUESTS * count };
    const answer = async () => ('calls' in wanted ? answerRequest(c, options, wanted) : wanted);
    return serve(c, options.admit, { priced, answer });
  };
}

function readRequest(read: Awaited<ReturnType<ReadBody>>): SimulationRequest | Answer {
  if ('refusal' in read) return read.refusal === ANSWERS.bodyTooLarge ? TOO_LARGE : read.refusal;
  const payload = parseBounded(read.body, MAX_DEPTH);
  if (payload === undefined) return invalid([{ pointer: 'body', detail: 'The body is not JSON' }]);
  const parsed = simulationRequest.safeParse(payload);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.slice(0, MAX_PROBLEMS);
  return invalid(
    problems.map(({ path, message }) => ({ pointer: path.map(String).join('/') || 'body', detail: message })),
  );
}

async function answerRequest(
  c: ApiContext,
  { chains, services, isChecked }: SimulationOptions,
  wanted: SimulationRequest,
): Promise<Answer> {
  const chain = await findChainOf(chains, c.get('route'));
  if (!chain) return ANSWERS.unknownChain;
  const context = { db: chains.open(chain), chain, listChains: chains.list, services, headers: {} };
  const body = await loadSimulation({ ...context, types: 'blockscout' }, wanted).catch((error: unknown) => {
    if (error instanceof Refusal) return error.answer;
    throw error;
  });
  if ('status' in body) return body;
  if (isChecked) requireConform({ id: NAME }, simulation, body);
  return { status: 200, body };
}
