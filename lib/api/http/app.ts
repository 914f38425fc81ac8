import { Hono } from 'hono';
import type { Redis } from 'ioredis';
import { getApiConfig } from '@/lib/api/config/handler';
import { API_CONFIG_PATH } from '@/lib/endpoints/config';
import type { AnswerTypes } from '@/lib/endpoints/endpoint';
import { MCP_PATH } from '@/lib/endpoints/mcp';
import { toOpenApi } from '@/lib/endpoints/openapi';
import type { Logger } from '@/lib/log';
import type { CreditMeter } from '../gate/credits';
import { createRateLimit } from '../gate/rate-limit';
import { OPERATIONS } from '../operations';
import { type ChainPools, createServedChains, type ServedChains } from '../served-chains';
import type { Services } from '../services';
import { createAdmission } from './admit';
import { createBodies } from './bodies';
import { createCallHandler } from './call-handler';
import { createErrorResponder } from './errors';
import { createRpcHandler } from './json-rpc';
import { createMcpHandler } from './mcp';
import { createDeprecation, limits, nameOperations, preflight, scopeRequest } from './middleware';
import { createModulePostHandler, MODULE_PATHS } from './module-post';
import type { Observe } from './observe';
import { type ApiEnv, prepareBody, respond, respondPrepared } from './respond';
import { createResponseMemory } from './response-memory';
import { JSON_RPC_PATHS, routeOf, routesOf, SOCKET_PATHS } from './route';
import { createSimulationHandler, SIMULATION_PATHS } from './simulation';
import { createSocketHandler } from './socket';
import { createSourcifyHandler, SOURCIFY_ROUTES } from './sourcify';
import { createVerificationHandler, VERIFICATION_PATHS } from './verification';

/** Dependencies of the API. `isReady`: migrations are done. */
export type AppOptions = ChainPools &
  Readonly<{
    redis?: Redis | undefined;
    credits: CreditMeter;
    services: Services;
    log: Logger;
    publicUrl: string;
    trustedProxies: readonly string[];
    isReady: () => Promise<boolean>;
    checkAnswers?: boolean;
    /** The types of the per-instance surface; the specification's by default. */
    dialect?: AnswerTypes;
    observe?: Observe;
  }>;

const EXPOSED_HEADERS = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-credits-remaining',
];
const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS.join(','),
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // The query may contain a key, which must not leak.
  'referrer-policy': 'no-referrer',
};

/** Creates the API with both surfaces and the routes outside them. */
export function createApp(options: AppOptions): Hono<ApiEnv> {
  const chains = createServedChains(options);
  const app = new Hono<ApiEnv>();
  app.onError(createErrorResponder(options.log));
  const responseMemory = createResponseMemory();
  app.use('*', scopeRequest);
  app.use('*', async (c, next) => {
    c.set(
      'route',
      routeOf(c.req.path, () => c.req.query('chainid') ?? c.req.query('chain_id')),
    );
    c.set('responseMemory', responseMemory);
    c.set('headers', { ...COMMON_HEADERS, 'x-request-id': c.get('requestId') });
    return next();
  });
  app.use('*', createDeprecation(chains, options.publicUrl));
  app.options('*', preflight);
  app.use('*', limits);
  addOpenRoutes(app, options, chains);
  const { dialect = 'specification', checkAnswers: isChecked = false } = options;
  const countRequest = createRateLimit(options);
  const admit = createAdmission({ ...options, countRequest });
  const readBody = createBodies(options);
  const answer = createCallHandler({ ...options, admit, chains, dialect, isChecked });
  const observe = nameOperations(options.observe);
  for (const { operation, paths } of routesOf(OPERATIONS))
    app.on('GET', paths, observe(operation?.endpoint.id ?? 'none'), answer(operation));
  app.on(
    'POST',
    JSON_RPC_PATHS,
    observe('callJsonRpc'),
    createRpcHandler({ ...options, admit, chains, readBody }),
  );
  app.on('GET', SOCKET_PATHS, createSocketHandler({ admit, chains }));
  app.all(MCP_PATH, observe('mcp'), createMcpHandler({ ...options, admit, chains, readBody, isChecked }));
  const ofSources = { ...options, admit, countRequest, chains, readBody };
  app.on('POST', VERIFICATION_PATHS, observe('verifyContract'), createVerificationHandler(ofSources));
  const simulate = createSimulationHandler({ ...options, admit, chains, readBody, isChecked });
  app.on('POST', SIMULATION_PATHS, observe('simulate'), simulate);
  for (const route of SOURCIFY_ROUTES)
    app.on(route.method, route.path, observe(route.priced.id), createSourcifyHandler(route, ofSources));
  app.on('POST', MODULE_PATHS, observe('callModule'), createModulePostHandler(ofSources));
  app.get('*', observe('none'), answer(undefined));
  return app;
}

function addOpenRoutes(app: Hono<ApiEnv>, options: AppOptions, chains: ServedChains): void {
  const { publicUrl, dialect = 'specification' } = options;
  const document = prepareBody(toOpenApi(publicUrl, dialect));
  const open = { cache: 'public, max-age=1' } as const;
  app.get('/healthz', (c) => respond(c, { status: 200, body: { status: 'ok' } }, open));
  app.get('/readyz', async (c) => {
    const isReady = await options.isReady();
    const body = { status: isReady ? 'ready' : 'not ready' };
    return respond(c, { status: isReady ? 200 : 503, body }, { cache: 'private, no-cache' });
  });
  app.get('/openapi.json', (c) => respondPrepared(c, document, open.cache));
  app.get(API_CONFIG_PATH, async (c) => {
    const body = getApiConfig(await chains.list(), { publicUrl, dialect });
    return respond(c, { status: 200, body }, open);
  });
}
