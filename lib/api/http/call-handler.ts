import { ANSWERS, type Answer } from '@/lib/api/answer';
import { isDatabaseAway } from '@/lib/db/database-away';
import type { Database } from '@/lib/db/open-database';
import { type AnswerTypes, isInModuleForm } from '@/lib/endpoints/endpoint';
import { AppError } from '@/lib/errors';
import type { Logger } from '@/lib/log';
import type { Operation } from '../implement';
import type { ServedChains } from '../served-chains';
import type { Services } from '../services';
import type { Admission } from './admit';
import { toModuleForm } from './module-form';
import { type ApiContext, NOT_CACHED, respond, setHeaders } from './respond';
import { CHAIN_PARAMETER, findChainOf } from './route';

/** Dependencies of calls. `isChecked` validates answers against their schemas. */
export type CallOptions = Readonly<{
  admit: Admission;
  log: Logger;
  services: Services;
  chains: ServedChains;
  isChecked: boolean;
  /** Types of the per-instance operations that the specification describes. */
  dialect: AnswerTypes;
}>;

/** Creates handlers of operations, or of unknown paths. Checks run in order: key, rate, credits, chain, route. */
export function createCallHandler(options: CallOptions) {
  const { admit, log } = options;
  return (operation: Operation | undefined) =>
    async (c: ApiContext): Promise<Response> => {
      if (c.get('route').surface === 'none') return respond(c, ANSWERS.unknownPath, NOT_CACHED);
      const query = queryOf(c.req.url);
      const decision = await admit(c, operation?.endpoint, query.apikey);
      if (decision.refusal) return respond(c, inFormOf(operation, decision.refusal), NOT_CACHED);
      const { surface } = c.get('route');
      const isOpen = surface === 'instance' && !decision.isKeyed;
      // One URL is answered by different rules with and without a key.
      const keyed = surface === 'instance' ? ['authorization'] : [];
      const varying = [...keyed, ...Object.keys(operation?.endpoint.headers ?? {})];
      if (varying.length > 0) setHeaders(c, { vary: varying.join(', ') });
      try {
        const answer = await answerCall(c, options, { operation, query });
        const sent = answer.stream ? { ...answer, stream: reportBreak(answer.stream, log) } : answer;
        return await respond(c, sent, {
          cache: isOpen ? 'public, max-age=1' : 'private, no-cache',
          settle: decision.settle,
        });
      } catch (error) {
        decision.settle(500);
        throw error;
      }
    };
}

/** A refusal in the format that the operation's clients expect. */
function inFormOf(operation: Operation | undefined, refusal: Answer): Answer {
  return operation && isInModuleForm(operation.endpoint.service) ? toModuleForm(refusal) : refusal;
}

/** Logs an error that aborts a stream after its status was sent. */
async function* reportBreak(parts: AsyncIterable<string>, log: Logger): AsyncGenerator<string, void> {
  try {
    yield* parts;
  } catch (error) {
    log.error({ error }, 'streaming response failed');
    throw new AppError('internal', 'The export was interrupted.');
  }
}

async function answerCall(
  c: ApiContext,
  { chains, services, isChecked, dialect }: CallOptions,
  { operation, query }: { operation: Operation | undefined; query: Readonly<Record<string, string>> },
): Promise<Answer> {
  const route = c.get('route');
  const chain = await findChainOf(chains, route);
  if (!chain) return inFormOf(operation, ANSWERS.unknownChain);
  if (!operation) return ANSWERS.unknownPath;
  const { [CHAIN_PARAMETER]: _, ...params } = c.req.param();
  const names = Object.keys(operation.endpoint.headers ?? {});
  const headers = Object.fromEntries(names.map((name) => [name, c.req.header(name)]));
  const types = route.surface === 'instance' ? dialect : 'blockscout';
  const run = (db: Database) =>
    operation.run({
      ...{ db, chain, listChains: chains.list, services },
      ...{ headers, types, params, query, isChecked },
    });
  const db = chains.open(chain);
  try {
    return await run(db);
  } catch (error) {
    // A replica failed during the call.
    const primary = chains.openPrimary(chain);
    if (db === primary || !isDatabaseAway(error)) throw error;
    return run(primary);
  }
}

function queryOf(url: string): Record<string, string> {
  const start = url.indexOf('?');
  return start < 0 ? {} : Object.fromEntries(new URLSearchParams(url.slice(start + 1)));
}
