import { z } from 'zod';
import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import { API_CONFIG_PATH, apiConfig } from './config';
import {
  type AnswerTypes,
  type DocumentedError,
  type Endpoint,
  isInModuleForm,
  responseOf,
  SERVICE_PREFIX,
} from './endpoint';
import { ENDPOINTS } from './endpoints';
import { gateErrorBody, invalidBody, notFoundBody, statsErrorBody } from './errors';
import recorded from './examples.json';
import { describeJsonRpc, JSON_RPC_PATH } from './json-rpc';
import { JSON_RPC_METHODS } from './json-rpc-methods';
import { moduleAnswer } from './module';
import { describeSimulation, SIMULATION_PATH } from './simulation';
import { listTransactionTokenTransfers } from './token-transfer';
import { getTransaction } from './transaction';
import { describeModulePost, describeUploads } from './verification-upload';

/** Version of the API's specification. */
export const API_VERSION = '0.5.0';

const example = z.object({
  path: z.record(z.string(), z.string()),
  query: z.record(z.string(), z.string()),
  body: z.unknown(),
});
/** Truncated answers of the demo chain by operation ID, recorded and verified by test/api/every-operation.system.test.ts. */
const EXAMPLES: Readonly<Record<string, z.output<typeof example>>> = z
  .record(z.string(), example)
  .parse(recorded);

/** Operations specified on the per-instance surface; it serves the others too. */
const PER_INSTANCE: readonly Endpoint[] = [getTransaction, listTransactionTokenTransfers];
const INSTANCE_TAG = 'per-instance';
const SERVICE_TAG = 'service';
const NOTICE =
  '**Deprecation Notice**: endpoints without a chain id are to be replaced by the multichain endpoints.\n\n';

const RATE_HEADERS = {
  'x-ratelimit-limit': 'Requests per second of the plan; -1 on internal error.',
  'x-ratelimit-remaining': 'Requests left in this window; -1 on internal error.',
  'x-ratelimit-reset': 'Milliseconds until the window ends; -1 on internal error.',
} as const;
const METERED_HEADERS = {
  ...RATE_HEADERS,
  'x-credits-remaining': 'Credits left on the plan after this call; -1 on internal error.',
} as const;

const RETRY_HEADER = { 'retry-after': 'Seconds to wait.' } as const;
const DEPRECATION_HEADERS = {
  deprecation: 'Date of deprecation of this path (RFC 9745).',
  link: 'The multichain path that replaces it.',
} as const;
const AUTHENTICATE_HEADER = { 'www-authenticate': 'The authentication scheme: Bearer.' } as const;

const ERROR_MEANINGS: Readonly<Record<DocumentedError, string>> = {
  400: 'Invalid parameter.',
  404: 'Not found.',
  422: 'Invalid parameter.',
  503: 'Not indexed yet, or the node does not respond.',
};
const DESCRIPTION = [
  'Indexed blockchain data. Every path of the multichain API begins with a chain ID.',
  'A call costs credits if its status is 200; the price is in the description of that response and in `x-credits`.',
  'Examples are responses for the demo chain; long arrays and strings are shortened.',
].join('\n\n');

/** Creates the OpenAPI 3.1 document from the endpoints. */
export function toOpenApi(publicUrl: string, dialect: AnswerTypes = 'specification'): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of ENDPOINTS) {
    const path = `${SERVICE_PREFIX[endpoint.service]}${endpoint.path}`;
    paths[`/{chain_id}${path}`] = { get: multichainOperation(endpoint) };
    if (PER_INSTANCE.includes(endpoint)) paths[path] = { get: instanceOperation(endpoint, dialect) };
  }
  const modules = `/{chain_id}${SERVICE_PREFIX.modules}`;
  paths[modules] = { ...paths[modules], post: describeModulePost() };
  paths[API_CONFIG_PATH] = { get: CONFIG_OPERATION };
  paths[`/{chain_id}${JSON_RPC_PATH}`] = { post: describeJsonRpc(JSON_RPC_METHODS) };
  paths[`/{chain_id}${SIMULATION_PATH}`] = { post: describeSimulation() };
  Object.assign(paths, describeUploads());
  const content: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: {
      title: 'Astrolabe API',
      version: API_VERSION,
      description: DESCRIPTION,
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set([...ENDPOINTS.map(({ tag }) => tag), INSTANCE_TAG, SERVICE_TAG])].map((name) => ({
      name,
    })),
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

/** Answers may gain fields at any time, so clients must accept unknown ones. */
const allowMore: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema }) => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

const chainId = z.string().meta({ description: 'The chain ID, decimal.', example: '31337' });

function multichainOperation(endpoint: Endpoint): ZodOpenApiOperationObject {
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: endpoint.description,
    'x-credits': endpoint.credits,
    requestParams: {
      path: z.object({ chain_id: chainId, ...withExamples(endpoint, 'params') }),
      query: z.object(withExamples(endpoint, 'query')),
      ...headerParams(endpoint),
    },
    responses: {
      200: success(endpoint, METERED_HEADERS, `OK. Costs ${endpoint.credits} credits.`),
      ...notModified(endpoint, METERED_HEADERS),
      ...errorResponses(endpoint),
      401: failure('The key is missing or unknown.', refusalBody(endpoint), AUTHENTICATE_HEADER),
      402: failure('Not enough credits left for the call.', refusalBody(endpoint)),
      404: unknownChainOr(endpoint),
      429: failure('Too many requests in this window.', refusalBody(endpoint), {
        ...RETRY_HEADER,
        ...RATE_HEADERS,
      }),
      500: failure('Internal error.', gateErrorBody),
      503: tooLate(endpoint),
    },
  };
}

function instanceOperation(described: Endpoint, dialect: AnswerTypes): ZodOpenApiOperationObject {
  const id = dialect === 'specification' ? `${described.id}OfInstance` : described.id;
  const endpoint = { ...described, id, response: responseOf(described, dialect) };
  return {
    operationId: `${described.id}OfInstance`,
    tags: [INSTANCE_TAG],
    summary: endpoint.summary,
    description: `${NOTICE}${endpoint.description}`,
    deprecated: true,
    // A key is optional.
    security: [{}, { bearerAuth: [] }, { apiKeyAuth: [] }],
    requestParams: {
      path: z.object(withExamples(endpoint, 'params')),
      query: z.object(withExamples(endpoint, 'query')),
      ...headerParams(endpoint),
    },
    responses: {
      200: success(endpoint, { ...RATE_HEADERS, ...DEPRECATION_HEADERS }),
      ...notModified(endpoint, { ...RATE_HEADERS, ...DEPRECATION_HEADERS }),
      ...errorResponses(endpoint),
      401: failure('The key is unknown.', refusalBody(endpoint), AUTHENTICATE_HEADER),
      402: failure('The key has too few credits left for the call.', refusalBody(endpoint)),
      429: failure('Too many requests in this window.', refusalBody(endpoint), {
        ...RETRY_HEADER,
        ...RATE_HEADERS,
      }),
      500: failure('Internal error.', gateErrorBody),
      503: tooLate(endpoint),
    },
  };
}

function withExamples(endpoint: Endpoint, location: 'params' | 'query') {
  const values = EXAMPLES[endpoint.id]?.[location === 'params' ? 'path' : 'query'] ?? {};
  const fields = Object.entries(endpoint[location].shape).map(([name, schema]) => {
    const example = values[name];
    return [name, example === undefined ? schema : schema.meta({ example })] as const;
  });
  return Object.fromEntries(fields);
}

function headerParams({ headers }: Endpoint) {
  if (headers === undefined) return {};
  const described = Object.entries(headers).map(
    ([name, description]) => [name, z.string().optional().meta({ description })] as const,
  );
  return { header: z.object(Object.fromEntries(described)) };
}

const CONFIG_OPERATION: ZodOpenApiOperationObject = {
  operationId: 'getApiConfig',
  tags: [SERVICE_TAG],
  summary: 'Chains and credit prices',
  description: 'Chains of this service and the credits per call. No key needed.',
  security: [{}],
  responses: {
    200: {
      description: 'OK',
      content: { 'application/json': { schema: apiConfig, ...exampleOf('getApiConfig') } },
    },
  },
};

function exampleOf(id: string) {
  const body = EXAMPLES[id]?.body;
  return body === undefined ? {} : { example: body };
}

function success(endpoint: Endpoint, headers: Readonly<Record<string, string>>, description = 'OK') {
  return {
    description,
    headers: describeHeaders(headers),
    content: {
      [endpoint.media ?? 'application/json']: { schema: endpoint.response, ...exampleOf(endpoint.id) },
    },
  };
}

function notModified(endpoint: Endpoint, headers: Readonly<Record<string, string>>) {
  if (endpoint.media !== undefined) return {};
  const description = 'Not modified since the response whose ETag was sent in If-None-Match. Costs nothing.';
  return { 304: { description, headers: describeHeaders(headers) } };
}

function errorResponses(endpoint: Endpoint) {
  return Object.fromEntries(
    endpoint.errors.map((status) => [status, failure(ERROR_MEANINGS[status], errorBody(endpoint, status))]),
  );
}

function errorBody(endpoint: Endpoint, status: DocumentedError): z.ZodType {
  if (endpoint.service === 'stats') return statsErrorBody;
  return status === 404 || status === 503 ? notFoundBody : invalidBody;
}

/** The gate's body, in the form that the clients of a service read. */
function refusalBody({ service }: Endpoint): z.ZodType {
  return isInModuleForm(service) ? moduleAnswer : gateErrorBody;
}

/** 404 of an unknown chain, and of the operation if it has one. */
function unknownChainOr(endpoint: Endpoint) {
  if (!endpoint.errors.includes(404)) return failure('The chain is not supported.', refusalBody(endpoint));
  const body = z.union([errorBody(endpoint, 404), gateErrorBody]);
  return failure('Not found, or the chain is not supported.', body);
}

function tooLate(endpoint: Endpoint) {
  if (!endpoint.errors.includes(503))
    return failure('The database did not respond in time.', gateErrorBody, RETRY_HEADER);
  return failure(
    'The node or database did not respond in time, or too much was requested of the node.',
    z.union([errorBody(endpoint, 503), gateErrorBody]),
    RETRY_HEADER,
  );
}

function failure(description: string, schema: z.ZodType, headers: Readonly<Record<string, string>> = {}) {
  return {
    description,
    ...(Object.keys(headers).length > 0 ? { headers: describeHeaders(headers) } : {}),
    content: { 'application/json': { schema } },
  };
}

function describeHeaders(headers: Readonly<Record<string, string>>) {
  const described = Object.entries(headers).map(([name, description]) => {
    const isText = name in AUTHENTICATE_HEADER || name in DEPRECATION_HEADERS;
    return [name, { description, schema: { type: isText ? ('string' as const) : ('integer' as const) } }];
  });
  return Object.fromEntries(described);
}
