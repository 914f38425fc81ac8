import { ANSWERS, type Answer } from '@/lib/api/answer';
import { isDatabaseAway } from '@/lib/db/database-away';
import { isStatementTimeout } from '@/lib/db/statement-timeout';
import type { Logger } from '@/lib/log';
import { type ApiContext, NOT_CACHED, respond } from './respond';

/** Logs an exception with the request's ID and answers 500, or 503 where the database is at fault, without details. */
export function createErrorResponder(log: Logger) {
  return (error: Error, c: ApiContext): Promise<Response> => {
    log.error({ error, requestId: c.get('requestId'), path: c.req.path }, 'a request failed');
    return respond(c, answerOfError(error), NOT_CACHED);
  };
}

/** What a client is told about an exception. */
export function answerOfError(error: unknown): Answer {
  if (isStatementTimeout(error)) return ANSWERS.databaseTimeout;
  return isDatabaseAway(error) ? ANSWERS.databaseAway : ANSWERS.internalError;
}
