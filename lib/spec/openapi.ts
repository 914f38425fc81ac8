import { z } from 'zod';
import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import { API_CONFIG_PATH, apiConfig } from './config';
import { type DocumentedError, type Endpoint, SERVICE_PREFIX } from './endpoint';
import { ENDPOINTS } from './endpoints';
import { gateErrorBody, invalidBody, notFoundBody, statsErrorBody } from './errors';
import { listTransactionTokenTransfers } from './token-transfer';
import { getTransaction } from './transaction';

/** The version that the specification of this API carries. */
export const API_VERSION = '0.5.0';

/** What the specification promises on the per-instance surface; the other operations are there too, unpromised. */
const PER_INSTANCE: readonly Endpoint[] = [getTransaction, listTransactionTokenTransfers];
const NOTICE =
  '**Deprecation Notice**: endpoints without a chain id are to be replaced by the multichain endpoints.\n\n';

const RATE_HEADERS = {
  'x-ratelimit-limit': 'Requests per second of the plan; -1 on internal error.',
  'x-ratelimit-remaining': 'Requests that are left in this window; -1 on internal error.',
  'x-ratelimit-reset': 'Milliseconds until the window ends; -1 on internal error.',
} as const;
const METERED_HEADERS = {
  ...RATE_HEADERS,
  'x-credits-remaining': 'Credits that are left on the plan, after this call.',
} as const;

const ERROR_MEANINGS: Readonly<Record<DocumentedError, string>> = {
  400: 'A parameter is not valid.',
  404: 'Not found.',
  422: 'A parameter is not valid.',
};

/** The OpenAPI 3.1 document of the API at this address, made from the endpoint definitions. */
export function toOpenApi(publicUrl: string): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of ENDPOINTS) {
    const path = `${SERVICE_PREFIX[endpoint.service]}${endpoint.path}`;
    paths[`/{chain_id}${path}`] = { get: multichainOperation(endpoint) };
    if (PER_INSTANCE.includes(endpoint)) paths[path] = { get: instanceOperation(endpoint) };
  }
  paths[API_CONFIG_PATH] = { get: CONFIG_OPERATION };
  const content: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: {
      title: 'Astrolabe API',
      version: API_VERSION,
      description:
        'Indexed blockchain data, read only. Every path of the multichain API begins with a chain id.',
    },
    servers: [{ url: publicUrl }],
    security: [{ bearerAuth: [] }, { apiKeyAuth: [] }],
    paths,
    components: {
      securitySchemes: {
        bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKeyAuth: { type: 'apiKey', in: 'query', name: 'apikey' },
      },
    },
  };
  return createDocument(content, { override: allowMore });
}

/** Fields may be added to answers at any time: clients must not refuse them. */
const allowMore: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema }) => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

const chainId = z.string().meta({ description: 'The chain, by its decimal id.', example: '1' });

function multichainOperation(endpoint: Endpoint): ZodOpenApiOperationObject {
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: `${endpoint.description}\n\nCosts ${endpoint.credits} credits.`,
    requestParams: {
      path: z.object({ chain_id: chainId, ...endpoint.params.shape }),
      query: z.object(endpoint.query.shape),
    },
    responses: {
      200: success(endpoint, METERED_HEADERS),
      ...errorResponses(endpoint),
      401: failure('The key is missing or not known.', gateErrorBody),
      402: failure('No credits are left.', gateErrorBody),
      429: failure('Too many requests in this window.', gateErrorBody),
    },
  };
}

function instanceOperation(endpoint: Endpoint): ZodOpenApiOperationObject {
  return {
    operationId: `${endpoint.id}OfInstance`,
    tags: ['per-instance'],
    summary: endpoint.summary,
    description: `${NOTICE}${endpoint.description}`,
    deprecated: true,
    // Open without a key, by client address; a key is taken too.
    security: [{}, { bearerAuth: [] }, { apiKeyAuth: [] }],
    requestParams: { path: z.object(endpoint.params.shape), query: z.object(endpoint.query.shape) },
    responses: {
      200: success(endpoint, RATE_HEADERS),
      ...errorResponses(endpoint),
      429: failure('Too many requests in this window.', gateErrorBody),
    },
  };
}

const CONFIG_OPERATION: ZodOpenApiOperationObject = {
  operationId: 'getApiConfig',
  tags: ['service'],
  summary: 'Chains and prices',
  description: 'The chains of this service and what a call costs. Needs no key.',
  security: [{}],
  responses: { 200: { description: 'OK', content: { 'application/json': { schema: apiConfig } } } },
};

function success(endpoint: Endpoint, headers: Readonly<Record<string, string>>) {
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'integer' as const } },
  ]);
  return {
    description: 'OK',
    headers: Object.fromEntries(described),
    content: { 'application/json': { schema: endpoint.response } },
  };
}

function errorResponses(endpoint: Endpoint) {
  const bodyOf = (status: DocumentedError) =>
    endpoint.service === 'stats' ? statsErrorBody : status === 404 ? notFoundBody : invalidBody;
  return Object.fromEntries(
    endpoint.errors.map((status) => [status, failure(ERROR_MEANINGS[status], bodyOf(status))]),
  );
}

function failure(description: string, schema: z.ZodType) {
  return { description, content: { 'application/json': { schema } } };
}
