import type { ReadPools } from '@/lib/db/replica';
import type { Logger } from '@/lib/log';
import { createKeyHolders } from '../gate/api-keys';
import type { CreditMeter } from '../gate/credits';
import { createGate, type GateDecision, type PricedEndpoint } from '../gate/gate';
import type { RateLimit } from '../gate/rate-limit';
import { createClientAddress } from './client-address';
import { type ApiContext, setHeaders } from './respond';

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
