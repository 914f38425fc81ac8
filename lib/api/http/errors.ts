import { isStatementTimeout } from '@/lib/db/statement-timeout';
import type { Logger } from '@/lib/log';
import { ANSWERS } from './answer';
import { type ApiContext, respond } from './respond';

/**
 * The one place where exceptions end. Whatever was thrown is our own fault: it is logged with the request's id, and
 * the caller learns that id and nothing of the cause, but that a statement took too long, which may pass.
 */
export function createErrorResponder(log: Logger) {
  return (error: Error, c: ApiContext): Promise<Response> => {
    log.error({ error, requestId: c.get('requestId'), path: c.req.path }, 'a request failed');
    const answer = isStatementTimeout(error) ? ANSWERS.databaseTimeout : ANSWERS.internalError;
    return respond(c, answer, { cache: 'private, no-cache' });
  };
}
