import { isStatementTimeout } from '@/lib/db/statement-timeout';
import type { Logger } from '@/lib/log';
import { ANSWERS } from './answer';
import { type ApiContext, respond } from './respond';

/** Logs an exception with the request's ID and answers 500, or 503 for a statement timeout, without details. */
export function createErrorResponder(log: Logger) {
  return (error: Error, c: ApiContext): Promise<Response> => {
    log.error({ error, requestId: c.get('requestId'), path: c.req.path }, 'a request failed');
    const answer = isStatementTimeout(error) ? ANSWERS.databaseTimeout : ANSWERS.internalError;
    return respond(c, answer, { cache: 'private, no-cache' });
  };
}
