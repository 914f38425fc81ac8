import type { z } from 'zod';
import type { Endpoint } from '@/lib/endpoints/endpoint';
import type { CallRequest, ReadJson } from '../call';

type Call = <E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
) => Promise<z.output<E['response']> | undefined>;

/**
 * How a substitute reads the API. `call` and `read` throw as calls of pages do; `callExtra` gives undefined also for what the
 * API rejects or answers in another form.
 */
export type Api = Readonly<{ call: Call; callExtra: Call; read: ReadJson }>;

type Query = Readonly<Record<string, unknown>>;
type SubstituteRequest = Readonly<{ chain: string; params: unknown; query?: Query | undefined }>;

/** Answers an operation of ours by others, for an API that lacks it. */
export type Substitute = Readonly<{
  id: string;
  answer(request: SubstituteRequest, api: Api): Promise<unknown>;
}>;

type Fields = Endpoint['params'];

/** Binds a substitute to its operation; an undefined answer is 404. */
export function substitute<P extends Fields, R extends z.ZodType>(
  { id, params }: Pick<Endpoint<P, Fields, R>, 'id' | 'params' | 'response'>,
  answer: (
    request: Readonly<{ chain: string; params: z.output<P>; query: Query }>,
    api: Api,
  ) => Promise<z.input<R> | undefined>,
): Substitute {
  return {
    id,
    answer: ({ chain, params: given, query = {} }, api) =>
      answer({ chain, params: params.parse(given), query }, api),
  };
}
