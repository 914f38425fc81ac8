import type { Endpoint } from '@/lib/endpoints/endpoint';
import { ANSWERS, type Answer, type AnswerStatus } from '../http/answer';
import { rateKeyOf } from '../http/client-address';
import type { Route } from '../http/route';
import type { FindKeyHolder, KeyHolder } from './api-keys';
import type { CreditMeter, PricedCall, Reservation } from './credits';
import { DEFAULT_CREDITS, OPEN_SURFACE, PLANS } from './plans';
import type { RateLimit, RateRule, RateState } from './rate-limit';

type Headers = Readonly<Record<string, string>>;

/** What the gate must know of a request. */
type GateRequest = Readonly<{
  surface: Route['surface'];
  endpoint: Endpoint | undefined;
  authorization: string | undefined;
  apikey: string | undefined;
  /** Asked for only when the caller is counted by it. */
  clientAddress: () => string;
}>;

/** What an answer of this status costs is charged, and the headers that tell what is left are returned. */
type Settle = (status: AnswerStatus | 304) => Headers;

/** Refused with an answer; or let in, and to be settled once, whatever comes of the call. */
type GateDecision =
  | Readonly<{ refusal: Answer; headers: Headers }>
  | Readonly<{
      refusal: undefined;
      isKeyed: boolean;
      headers: Headers;
      settle: Settle;
    }>;

/** Decides who may call: key, then rate, then credits. */
export type Gate = (request: GateRequest) => Promise<GateDecision>;

const OPEN_RULE: RateRule = { name: 'open', ...OPEN_SURFACE };

/** The gate over its three counters. The per-instance surface is open without a key, by client address. */
export function createGate(parts: {
  findKeyHolder: FindKeyHolder;
  countRequest: RateLimit;
  credits: CreditMeter;
}): Gate {
  return async (request) => {
    const key = credentialOf(request);
    if (key === undefined && request.surface === 'multichain') return refuse(ANSWERS.unauthorized);
    const holder = key === undefined ? undefined : await parts.findKeyHolder(key);
    if (key !== undefined && holder === undefined) return refuse(ANSWERS.unauthorized);
    const rate = await parts.countRequest(ruleOf(holder), holder?.id ?? rateKeyOf(request.clientAddress()));
    const headers = rateHeaders(rate);
    if (rate.isExceeded) {
      const seconds = Math.max(1, Math.ceil(rate.resetMs / 1000));
      return refuse(ANSWERS.tooManyRequests, { ...headers, 'retry-after': String(seconds) });
    }
    if (!holder) return { refusal: undefined, isKeyed: false, headers, settle: () => ({}) };
    const reservation = await parts.credits.reserve(holder, pricedCallOf(request));
    if (!reservation) return refuse(ANSWERS.outOfCredits);
    return { refusal: undefined, isKeyed: true, headers, settle: (status) => settle(reservation, status) };
  };
}

function pricedCallOf({ endpoint }: GateRequest): PricedCall {
  return { endpointId: endpoint?.id ?? '', price: endpoint?.credits ?? DEFAULT_CREDITS };
}

/** A 200 costs its price, a 304 nothing; both tell what is left. */
function settle(reservation: Reservation, status: AnswerStatus | 304): Headers {
  const outcome = status === 200 ? 'charged' : status === 304 ? 'free' : 'uncounted';
  const left = reservation.settle(outcome);
  return outcome === 'uncounted' ? {} : { 'x-credits-remaining': String(left) };
}

/** The bearer token, or else the query parameter: when both are sent the header wins. */
function credentialOf({ authorization, apikey }: GateRequest): string | undefined {
  const bearer = authorization === undefined ? undefined : /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  return bearer ?? (apikey === '' ? undefined : apikey);
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

function refuse(refusal: Answer, headers: Headers = {}): GateDecision {
  return { refusal, headers };
}
