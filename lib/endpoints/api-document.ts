import { z } from 'zod';

const text = z.string().optional().catch(undefined);

/** The shown subset of JSON Schema. */
export type DocumentedSchema = Readonly<{
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  description?: string | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  example?: unknown;
  minimum?: number | undefined;
  maximum?: number | undefined;
  required?: string[] | undefined;
  properties?: Record<string, DocumentedSchema> | undefined;
  items?: DocumentedSchema | undefined;
  anyOf?: DocumentedSchema[] | undefined;
  oneOf?: DocumentedSchema[] | undefined;
  allOf?: DocumentedSchema[] | undefined;
}>;

const schema: z.ZodType<DocumentedSchema> = z.lazy(() =>
  z.object({
    $ref: text,
    type: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .catch(undefined),
    description: text,
    enum: z.array(z.unknown()).optional().catch(undefined),
    const: z.unknown().optional(),
    example: z.unknown().optional(),
    minimum: z.number().optional().catch(undefined),
    maximum: z.number().optional().catch(undefined),
    required: z.array(z.string()).optional().catch(undefined),
    properties: z.record(z.string(), schema).optional().catch(undefined),
    items: schema.optional().catch(undefined),
    anyOf: z.array(schema).optional().catch(undefined),
    oneOf: z.array(schema).optional().catch(undefined),
    allOf: z.array(schema).optional().catch(undefined),
  }),
);

const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  description: text,
  example: z.unknown().optional(),
  schema: schema.optional().catch(undefined),
});
const content = z
  .record(
    z.string(),
    z.object({ schema: schema.optional().catch(undefined), example: z.unknown().optional() }),
  )
  .default({})
  .catch({});
const response = z.object({
  description: z.string().default(''),
  headers: z
    .record(z.string(), z.object({ description: text }))
    .default({})
    .catch({}),
  content,
});
const operation = z.object({
  operationId: text,
  summary: text,
  description: text,
  deprecated: z.boolean().default(false),
  tags: z.array(z.string()).default([]),
  security: z.array(z.record(z.string(), z.unknown())).optional().catch(undefined),
  'x-credits': z.number().optional().catch(undefined),
  // references to shared parameters are not resolved
  parameters: z.array(parameter.nullable().catch(null)).default([]),
  requestBody: z.object({ content }).optional().catch(undefined),
  responses: z.record(z.string(), response).default({}),
});
const METHODS = ['get', 'post'] as const;

/** The shown subset of an OpenAPI document: operations and named schemas. */
export const apiDocument = z.object({
  info: z.object({ title: z.string().default('API'), version: text, description: text }),
  paths: z.record(
    z.string(),
    z.object({ get: operation.optional().catch(undefined), post: operation.optional().catch(undefined) }),
  ),
  components: z
    .object({ schemas: z.record(z.string(), schema).default({}).catch({}) })
    .default({ schemas: {} })
    .catch({ schemas: {} }),
});

/** An OpenAPI document. */
export type ApiDocument = z.output<typeof apiDocument>;
/** An operation; `id` is a path segment, unique in its document. */
export type ApiOperation = Readonly<Omit<z.output<typeof operation>, 'parameters'>> &
  Readonly<{
    id: string;
    method: (typeof METHODS)[number];
    path: string;
    parameters: readonly ApiParameter[];
  }>;
/** An operation's parameter. */
export type ApiParameter = Readonly<z.output<typeof parameter>>;
/** An operation's response. */
export type ApiResponse = Readonly<z.output<typeof response>>;

/** A parameter's example; undefined unless it is text or a number. */
export function parameterExample({ example, schema: described }: ApiParameter): string | undefined {
  const value = example ?? described?.example;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** The operations in order; without an ID of their own they are named by method and path. */
export function listOperations(document: ApiDocument): ApiOperation[] {
  return Object.entries(document.paths).flatMap(([path, byMethod]) =>
    METHODS.flatMap((method) => {
      const found = byMethod[method];
      if (found === undefined) return [];
      const { parameters, ...rest } = found;
      const known = parameters.flatMap((entry) => (entry === null ? [] : [entry]));
      const name = found.operationId ?? (method === 'get' ? path : `${method} ${path}`);
      return [{ ...rest, method, path, id: segmentOf(name), parameters: known }];
    }),
  );
}

/** Finds a path's operation, preferring current ones, then fixed segments; undefined when there is none. */
export function findOperation(document: ApiDocument, path: string): ApiOperation | undefined {
  const segments = path.split('/');
  const fitting = listOperations(document).filter((operation) => {
    const template = templateOf(operation);
    const fits = (segment: string, at: number) => segment.startsWith('{') || segment === segments[at];
    return template.length === segments.length && template.every(fits);
  });
  const rank = (operation: ApiOperation) =>
    Number(operation.deprecated) * segments.length +
    templateOf(operation).filter((segment) => segment.startsWith('{')).length;
  return fitting.sort((a, b) => rank(a) - rank(b))[0];
}

function templateOf({ path }: ApiOperation): string[] {
  return path.replace(/^\/\{\w+\}(?=\/)/, '').split('/');
}

function segmentOf(name: string): string {
  return name.replace(/[^\w.-]+/g, '-').replace(/^-|-$/g, '');
}
