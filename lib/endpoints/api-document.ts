import { z } from 'zod';

const text = z.string().optional().catch(undefined);

/** A JSON Schema as far as a reader is told of it; what is written in another form is left out. */
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
const response = z.object({
  description: z.string().default(''),
  headers: z
    .record(z.string(), z.object({ description: text }))
    .default({})
    .catch({}),
  content: z
    .record(
      z.string(),
      z.object({ schema: schema.optional().catch(undefined), example: z.unknown().optional() }),
    )
    .default({})
    .catch({}),
});
const operation = z.object({
  operationId: text,
  summary: text,
  description: text,
  deprecated: z.boolean().default(false),
  tags: z.array(z.string()).default([]),
  security: z.array(z.record(z.string(), z.unknown())).optional().catch(undefined),
  'x-credits': z.number().optional().catch(undefined),
  // references to shared parameters are left out: nothing is known of them here
  parameters: z.array(parameter.nullable().catch(null)).default([]),
  responses: z.record(z.string(), response).default({}),
});

/**
 * The OpenAPI document of an API, ours or another, as far as the pages of documentation show it: reading operations
 * and named schemas.
 */
export const apiDocument = z.object({
  info: z.object({ title: z.string().default('API'), version: text, description: text }),
  paths: z.record(z.string(), z.object({ get: operation.optional().catch(undefined) })),
  components: z
    .object({ schemas: z.record(z.string(), schema).default({}).catch({}) })
    .default({ schemas: {} })
    .catch({ schemas: {} }),
});

/** The OpenAPI document of an API. */
export type ApiDocument = z.output<typeof apiDocument>;
/** A reading operation of the document: `id` is a segment of a path, unique in its document. */
export type ApiOperation = Readonly<Omit<z.output<typeof operation>, 'parameters'>> &
  Readonly<{ id: string; path: string; parameters: readonly ApiParameter[] }>;
/** A parameter of an operation. */
export type ApiParameter = Readonly<z.output<typeof parameter>>;
/** An answer of an operation. */
export type ApiResponse = Readonly<z.output<typeof response>>;

/** What a parameter may hold, as its document shows it; undefined without an example that is text or a number. */
export function parameterExample({ example, schema: described }: ApiParameter): string | undefined {
  const given = example ?? described?.example;
  return typeof given === 'string' || typeof given === 'number' ? String(given) : undefined;
}

/** The reading operations of a document in its order; one without an id of its own is named by its path. */
export function listOperations(document: ApiDocument): ApiOperation[] {
  return Object.entries(document.paths).flatMap(([path, { get }]) => {
    if (get === undefined) return [];
    const { parameters, ...rest } = get;
    const known = parameters.flatMap((entry) => (entry === null ? [] : [entry]));
    return [{ ...rest, path, id: segmentOf(get.operationId ?? path), parameters: known }];
  });
}

/**
 * The operation that answers a path below a chain; one that is not deprecated comes first, then the one with more fixed
 * segments. Undefined when the document has none.
 */
export function findOperation(document: ApiDocument, path: string): ApiOperation | undefined {
  const asked = path.split('/');
  const fitting = listOperations(document).filter((operation) => {
    const template = templateOf(operation);
    const fits = (segment: string, at: number) => segment.startsWith('{') || segment === asked[at];
    return template.length === asked.length && template.every(fits);
  });
  const rank = (operation: ApiOperation) =>
    Number(operation.deprecated) * asked.length +
    templateOf(operation).filter((segment) => segment.startsWith('{')).length;
  return fitting.sort((a, b) => rank(a) - rank(b))[0];
}

function templateOf({ path }: ApiOperation): string[] {
  return path.replace(/^\/\{\w+\}(?=\/)/, '').split('/');
}

function segmentOf(name: string): string {
  return name.replace(/[^\w.-]+/g, '-').replace(/^-|-$/g, '');
}
