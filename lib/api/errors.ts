import type { Logger } from '@/lib/log';
import { ANSWERS } from './answer';
import { type ApiContext, respond } from './respond';

/**
 * The one place where exceptions end. Whatever was thrown is our own fault: it is logged with the request's id, and
 * the caller learns that id and nothing of the cause.
 */
export function createErrorResponder(log: Logger) {
  return (error: Error, c: ApiContext): Promise<Response> => {
    log.error({ error, requestId: c.get('requestId'), path: c.req.path }, 'a request failed');
    return respond(c, ANSWERS.internalError, { cache: 'private, no-cache' });
  };
}
