import type { z } from 'zod';
import type { Endpoint } from '@/lib/endpoints/endpoint';
import type { CallRequest, ReadJson } from '../call';

/** How a substitute reads the API: `ask` gives undefined for what the API lacks, rejects or answers in another form. */
export type Api = Readonly<{
  ask<E extends Endpoint>(endpoint: E, request: CallRequest<E>): Promise<z.output<E['response']> | undefined>;
  read: ReadJson;
}>;

/** Answers an operation of ours by others, for an API that lacks it. */
export type Substitute = Readonly<{
  id: string;
  answer(request: Readonly<{ chain: string; params: unknown; query?: unknown }>, api: Api): Promise<unknown>;
}>;

type Fields = Endpoint['params'];

/** Binds a substitute to its operation; undefined is the answer if there is no such thing. */
export function substitute<P extends Fields, R extends z.ZodType>(
  { id, params }: Pick<Endpoint<P, Fields, R>, 'id' | 'params' | 'response'>,
  answer: (
    request: Readonly<{ chain: string; params: z.output<P> }>,
    api: Api,
  ) => Promise<z.input<R> | undefined>,
): Substitute {
  return {
    id,
    answer: ({ chain, params: given }, api) => answer({ chain, params: params.parse(given) }, api),
  };
}
