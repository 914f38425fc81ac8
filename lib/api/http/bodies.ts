import { ANSWERS, type Answer } from '@/lib/api/answer';
import { rateKeyOf } from '@/lib/rate-key';
import { createClientAddress } from './client-address';
import type { ApiContext } from './respond';

/** Reads the body of a request, and its client address, or says why not. */
export type ReadBody = (
  c: ApiContext,
  maxBytes: number,
) => Promise<Readonly<{ body: Buffer; client: string }> | { refusal: Answer }>;

const MIB = 1024 * 1024;
/** Bytes of bodies that have begun and not ended: they are received before the gate, as a form may contain the key. */
const MAX_HELD = 64 * MIB;
/** Of these, of one client address, so that slow clients do not block others. */
const MAX_OF_CLIENT = 10 * MIB;
const TIMEOUT_MS = 30_000;

/** Receives bodies, each bounded in size and time, all together in memory. */
export function createBodies({ trustedProxies }: { trustedProxies: readonly string[] }): ReadBody {
  const clientAddress = createClientAddress(trustedProxies);
  const heldOf = new Map<string, number>();
  let held = 0;
  /** Whether there is room for more. */
  const hold = (client: string, bytes: number): boolean => {
    held += bytes;
    const own = (heldOf.get(client) ?? 0) + bytes;
    if (own > 0) heldOf.set(client, own);
    else heldOf.delete(client);
    return held <= MAX_HELD && own <= MAX_OF_CLIENT;
  };
  return async (c, maxBytes) => {
    if (Number(c.req.header('content-length') ?? 0) > maxBytes) return { refusal: ANSWERS.bodyTooLarge };
    const peer = c.env?.incoming?.socket.remoteAddress;
    const client = rateKeyOf(clientAddress(peer, c.req.header('x-forwarded-for')));
    const reader = c.req.raw.body?.getReader();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      void reader?.cancel().catch(() => undefined);
    }, TIMEOUT_MS);
    const parts: Uint8Array[] = [];
    let size = 0;
    try {
      for (let step = await reader?.read(); step?.done === false; step = await reader?.read()) {
        size += step.value.length;
        const isFull = !hold(client, step.value.length);
        if (size > maxBytes) return { refusal: ANSWERS.bodyTooLarge };
        if (isFull) return { refusal: ANSWERS.tooManyBodies };
        parts.push(step.value);
      }
      return isLate ? { refusal: ANSWERS.badRequest } : { body: Buffer.concat(parts), client };
    } catch {
      // its client has gone
      return { refusal: ANSWERS.badRequest };
    } finally {
      clearTimeout(timer);
      hold(client, -size);
      // what is left of it is not read
      void reader?.cancel().catch(() => undefined);
    }
  };
}
