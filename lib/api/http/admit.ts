import type { Answer } from '@/lib/api/answer';
import type { ReadPools } from '@/lib/db/replica';
import type { Logger } from '@/lib/log';
import { createKeyHolders } from '../gate/api-keys';
import type { CreditMeter } from '../gate/credits';
import { createGate, type GateDecision, type PricedEndpoint } from '../gate/gate';
import type { RateLimit } from '../gate/rate-limit';
import { createClientAddress } from './client-address';
import { type ApiContext, NOT_CACHED, respond, setHeaders } from './respond';

/** Asks the gate, and sets its headers. `apikey` is the key of the query. */
export type Admission = (
  c: ApiContext,
  priced: PricedEndpoint | undefined,
  apikey: string | undefined,
) => Promise<GateDecision>;

/** Opens the gate that all handlers of an app share. */
export function createAdmission(options: {
  reads: ReadPools;
  countRequest: RateLimit;
  credits: CreditMeter;
  log: Logger;
  trustedProxies: readonly string[];
}): Admission {
  const { reads, log, countRequest, credits } = options;
  const clientAddress = createClientAddress(options.trustedProxies);
  const gate = createGate({
    findKeyHolder: createKeyHolders({ reads, log }),
    countRequest,
    credits,
  });
  return async (c, endpoint, apikey) => {
    const decision = await gate({
      surface: c.get('route').surface,
      endpoint,
      authorization: c.req.header('authorization'),
      apikey,
      clientAddress: () =>
        clientAddress(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for')),
    });
    setHeaders(c, decision.headers);
    return decision;
  };
}

type Served = Readonly<{
  priced: PricedEndpoint;
  /** The key of the query unless given. */
  apikey?: string | undefined;
  /** Puts a refusal of the gate in the form that the clients read. */
  inForm?: (refusal: Answer) => Answer;
  answer(): Promise<Answer>;
}>;

/** Serves a call that is not cached: asks the gate, and charges by the status of the answer, 500 if it throws. */
export async function serve(
  c: ApiContext,
  admit: Admission,
  { priced, apikey = c.req.query('apikey'), inForm = (refusal) => refusal, answer }: Served,
): Promise<Response> {
  const decision = await admit(c, priced, apikey);
  if (decision.refusal) return respond(c, inForm(decision.refusal), NOT_CACHED);
  if (c.get('route').surface === 'instance') setHeaders(c, { vary: 'authorization' });
  try {
    return await respond(c, await answer(), { ...NOT_CACHED, settle: decision.settle });
  } catch (error) {
    decision.settle(500);
    throw error;
  }
}
