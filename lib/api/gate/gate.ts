import { ANSWERS, type Answer, type AnswerStatus } from '@/lib/api/answer';
import { type Endpoint, isInModuleForm } from '@/lib/endpoints/endpoint';
import { rateKeyOf } from '@/lib/rate-key';
import type { Route } from '../http/route';
import type { FindKeyHolder, KeyHolder } from './api-keys';
import type { CreditMeter, PricedCall, Reservation } from './credits';
import { createKeyGuard } from './key-guard';
import { DEFAULT_CREDITS, OPEN_SURFACE, PLANS } from './plans';
import type { RateLimit, RateRule, RateState } from './rate-limit';

type Headers = Readonly<Record<string, string>>;

/** What is called. `rule` is an additional rate limit per key or address; `requests` is as how many it counts without a key. */
export type PricedEndpoint = Pick<Endpoint, 'id' | 'credits' | 'requests'> &
  Readonly<{ service?: Endpoint['service']; rule?: RateRule }>;

type GateRequest = Readonly<{
  surface: Route['surface'];
  endpoint: PricedEndpoint | undefined;
  authorization: string | undefined;
  apikey: string | undefined;
  /** Resolved only for callers without a key, or with an unknown one. */
  clientAddress: () => string;
}>;

/** Charges a call by the status of its answer; returns headers with the remaining credits. */
type Settle = (status: AnswerStatus | 304) => Headers;

/** A refusal, or an admitted call to be settled exactly once. */
export type GateDecision =
  | Readonly<{ refusal: Answer; headers: Headers }>
  | Readonly<{
      refusal: undefined;
      isKeyed: boolean;
      headers: Headers;
      settle: Settle;
    }>;

/** Admits or refuses a request: key, then rate limit, then credits. */
export type Gate = (request: GateRequest) => Promise<GateDecision>;

const OPEN_RULE: RateRule = { name: 'open', ...OPEN_SURFACE };

/** Creates the gate. The per-instance surface also admits callers without a key, limited by address. */
export function createGate(parts: {
  findKeyHolder: FindKeyHolder;
  countRequest: RateLimit;
  credits: CreditMeter;
}): Gate {
  const guard = createKeyGuard(parts);
  return async (request) => {
    const key = credentialOf(request);
    if (key === undefined && request.surface === 'multichain') return refuse(ANSWERS.unauthorized);
    const address = () => rateKeyOf(request.clientAddress());
    const holder = key === undefined ? undefined : await guard(key, address);
    if (key !== undefined && holder === undefined && !isPlaceholder(request))
      return refuse(ANSWERS.unauthorized);
    if (holder !== undefined && 'refused' in holder) return refuseForRate(holder.refused);
    const requests = holder ? 1 : (request.endpoint?.requests ?? 1);
    const count = (rule: RateRule, caller: string) => parts.countRequest(rule, caller, requests);
    const rate = await countAll(count, rulesOf(request, holder), holder?.id ?? address());
    const headers = rateHeaders(rate);
    if (rate.isExceeded) return refuseForRate(rate);
    if (!holder) return { refusal: undefined, isKeyed: false, headers, settle: () => ({}) };
    const reservation = await parts.credits.reserve(holder, pricedCallOf(request));
    if (!reservation) return refuse(ANSWERS.outOfCredits);
    return { refusal: undefined, isKeyed: true, headers, settle: (status) => settle(reservation, status) };
  };
}

/**
 * Whether an unknown key counts as none: forge, hardhat and similar tools require a key for any Etherscan-like explorer, so
 * users make one up.
 */
function isPlaceholder({ surface, endpoint, authorization }: GateRequest): boolean {
  const service = endpoint?.service;
  return (
    surface === 'instance' && authorization === undefined && service !== undefined && isInModuleForm(service)
  );
}

function pricedCallOf({ endpoint }: GateRequest): PricedCall {
  return { endpointId: endpoint?.id ?? '', price: endpoint?.credits ?? DEFAULT_CREDITS };
}

/** A 200 is charged; a 304 is free but counted. */
function settle(reservation: Reservation, status: AnswerStatus | 304): Headers {
  const outcome = status === 200 ? 'charged' : status === 304 ? 'free' : 'uncounted';
  const left = reservation.settle(outcome);
  return outcome === 'uncounted' ? {} : { 'x-credits-remaining': String(left) };
}

function credentialOf({ authorization, apikey }: GateRequest): string | undefined {
  const bearer = authorization === undefined ? undefined : /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  return bearer ?? (apikey === '' ? undefined : apikey);
}

/** The state of the first rule that is exceeded, else of the first one. */
async function countAll(
  countRequest: RateLimit,
  [usual, ...further]: readonly [RateRule, ...RateRule[]],
  caller: string,
): Promise<RateState> {
  const state = await countRequest(usual, caller);
  for (const rule of further) {
    if (state.isExceeded) break;
    const other = await countRequest(rule, caller);
    if (other.isExceeded) return other;
  }
  return state;
}

/** The site's pages limit visitors themselves. */
function rulesOf({ endpoint }: GateRequest, holder: KeyHolder | undefined): [RateRule, ...RateRule[]] {
  const usual = ruleOf(holder);
  return endpoint?.rule === undefined || holder?.plan === 'internal' ? [usual] : [usual, endpoint.rule];
}

function ruleOf(holder: KeyHolder | undefined): RateRule {
  if (!holder) return OPEN_RULE;
  return { name: holder.plan, requests: PLANS[holder.plan].requestsPerSecond, seconds: 1 };
}

function rateHeaders(rate: RateState): Headers {
  return {
    'x-ratelimit-limit': String(rate.limit),
    'x-ratelimit-remaining': String(rate.remaining),
    'x-ratelimit-reset': String(rate.resetMs),
  };
}

/** The refusal of a caller whose window is used up. */
export function refuseForRate(rate: RateState): Readonly<{ refusal: Answer; headers: Headers }> {
  const seconds = Math.max(1, Math.ceil(rate.resetMs / 1000));
  return refuse(ANSWERS.tooManyRequests, { ...rateHeaders(rate), 'retry-after': String(seconds) });
}

function refuse(refusal: Answer, headers: Headers = {}): Readonly<{ refusal: Answer; headers: Headers }> {
  return { refusal, headers };
}
