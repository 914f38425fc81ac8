import { ANSWERS, type Answer } from '@/lib/api/answer';
import { VERIFICATION_LIMITS } from '@/lib/endpoints/verification';
import { rateKeyOf } from '@/lib/rate-key';
import { createClientAddress } from './client-address';
import { readBody } from './read-body';
import type { ApiContext } from './respond';

/** Reads the body of a request with sources, and its client address, or says why not. */
export type ReadUpload = (
  c: ApiContext,
) => Promise<Readonly<{ body: Buffer; client: string }> | { refusal: Answer }>;

/** Bodies received concurrently: a form may contain the key, so bodies are received before the gate. */
const MAX_OPEN = 8;
/** Of these, per client address, so that slow clients do not block others. */
const MAX_OF_CLIENT = 2;
const TIMEOUT_MS = 30_000;

/** Receives few bodies concurrently, each bounded in size and time. */
export function createUploads({ trustedProxies }: { trustedProxies: readonly string[] }): ReadUpload {
  const clientAddress = createClientAddress(trustedProxies);
  const open: string[] = [];
  return async (c) => {
    if (Number(c.req.header('content-length') ?? 0) > VERIFICATION_LIMITS.body)
      return { refusal: ANSWERS.bodyTooLarge };
    const peer = c.env?.incoming?.socket.remoteAddress;
    const client = rateKeyOf(clientAddress(peer, c.req.header('x-forwarded-for')));
    if (open.length >= MAX_OPEN || open.filter((one) => one === client).length >= MAX_OF_CLIENT)
      return { refusal: ANSWERS.tooManyBodies };
    open.push(client);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, TIMEOUT_MS, 'late');
    });
    try {
      const body = await Promise.race([readBody(c.req.raw, VERIFICATION_LIMITS.body), late]);
      if (body === 'late') return { refusal: ANSWERS.badRequest };
      return body === undefined ? { refusal: ANSWERS.bodyTooLarge } : { body, client };
    } finally {
      clearTimeout(timer);
      open.splice(open.indexOf(client), 1);
    }
  };
}
