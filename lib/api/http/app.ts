import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Redis } from 'ioredis';
import type { Sql } from '@/lib/db/open-database';
import { API_CONFIG_PATH } from '@/lib/endpoints/config';
import { toOpenApi } from '@/lib/endpoints/openapi';
import type { Logger } from '@/lib/log';
import type { CreditMeter } from '../gate/credits';
import { getApiConfig } from '../handlers/config';
import { OPERATIONS } from '../operations';
import { createServedChains, type ServedChains } from '../served-chains';
import type { Services } from '../services';
import { createCallHandler } from './call-handler';
import { createDeprecation } from './deprecation';
import { createErrorResponder } from './errors';
import { limits } from './limits';
import { type ApiEnv, respond } from './respond';
import { routeOf, routesOf } from './route';

/** What the API is made of. `readSql` may be a replica's pool; `isReady` tells whether the migrations are done. */
export type AppOptions = Readonly<{
  sql: Sql;
  readSql: Sql;
  redis?: Redis | undefined;
  credits: CreditMeter;
  services: Services;
  log: Logger;
  publicUrl: string;
  trustedProxies: readonly string[];
  isReady: () => Promise<boolean>;
  /** Checks every answer against its endpoint's schema: for tests. */
  checkAnswers?: boolean;
}>;

const ANY_ORIGIN = '*';
const EXPOSED_HEADERS = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-credits-remaining',
];
/** Of every answer. */
const COMMON_HEADERS = {
  'access-control-allow-origin': ANY_ORIGIN,
  'access-control-expose-headers': EXPOSED_HEADERS.join(','),
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // A key may stand in the query: it must not travel on.
  'referrer-policy': 'no-referrer',
};

/** Hono's own middleware, for the preflight alone: on every answer it would cost as much as a read. */
const preflight = cors({
  origin: ANY_ORIGIN,
  allowMethods: ['GET', 'HEAD', 'OPTIONS'],
  allowHeaders: ['authorization', 'if-none-match', 'x-request-id'],
  exposeHeaders: EXPOSED_HEADERS,
  maxAge: 86_400,
});

/** The API: the multichain surface, the per-instance surface, and what stands beside them. */
export function createApp(options: AppOptions): Hono<ApiEnv> {
  const chains = createServedChains(options);
  const app = new Hono<ApiEnv>();
  app.onError(createErrorResponder(options.log));
  app.use('*', async (c, next) => {
    const id = c.req.header('x-request-id');
    c.set('requestId', id !== undefined && /^[\w.-]{1,64}$/.test(id) ? id : randomUUID());
    c.set('route', routeOf(c.req.path));
    c.set('headers', { ...COMMON_HEADERS, 'x-request-id': c.get('requestId') });
    return next();
  });
  app.use('*', createDeprecation(chains, options.publicUrl));
  app.options('*', async (c, next) => {
    for (const [name, value] of Object.entries(c.get('headers'))) c.header(name, value);
    return preflight(c, next);
  });
  app.use('*', limits);
  addOpenRoutes(app, options, chains);
  const answer = createCallHandler({ ...options, chains, isChecked: options.checkAnswers ?? false });
  for (const { operation, paths } of routesOf(OPERATIONS)) app.on('GET', paths, answer(operation));
  app.get('*', answer(undefined));
  return app;
}

function addOpenRoutes(app: Hono<ApiEnv>, options: AppOptions, chains: ServedChains): void {
  const document = toOpenApi(options.publicUrl);
  const open = { cache: 'public, max-age=1' } as const;
  app.get('/healthz', (c) => respond(c, { status: 200, body: { status: 'ok' } }, open));
  app.get('/readyz', async (c) => {
    const isReady = await options.isReady();
    const body = { status: isReady ? 'ready' : 'not ready' };
    return respond(c, { status: isReady ? 200 : 503, body }, { cache: 'private, no-cache' });
  });
  app.get('/openapi.json', (c) => respond(c, { status: 200, body: document }, open));
  app.get(API_CONFIG_PATH, async (c) => {
    const body = getApiConfig(await chains.list(), options.publicUrl);
    return respond(c, { status: 200, body }, open);
  });
}
