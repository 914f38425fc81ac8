import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { z } from 'zod';

const SHOWN_PROBLEMS = 5;
const media = z.looseObject({ schema: z.looseObject({}), example: z.unknown().optional() });
const response = z.looseObject({
  description: z.string(),
  headers: z.record(z.string(), z.unknown()).optional(),
  content: z.record(z.string(), media).optional(),
});
const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string().optional(),
  tags: z.array(z.string()).optional(),
  deprecated: z.boolean().optional(),
  parameters: z
    .array(z.looseObject({ name: z.string(), in: z.enum(['path', 'query', 'header']), schema: z.unknown() }))
    .default([]),
  responses: z.record(z.string(), response),
});
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.looseObject({ get: operation.optional() })),
  components: z.looseObject({}),
});

export type DocumentedOperation = z.output<typeof operation> & Readonly<{ path: string }>;
/** The parts of a response that are compared with the document. */
type ReceivedAnswer = Readonly<{ status: number; headers: Headers; text: string; body: unknown }>;

/** The served OpenAPI document, with a validator of responses that shares no code with the server. */
export type OpenApiDocument = Readonly<{
  operations: readonly DocumentedOperation[];
  /** Fails the test unless the response is documented: status, promised headers, type and body. */
  expectDocumented(operation: DocumentedOperation, answer: ReceivedAnswer, asked: string): void;
  /** Fails the test unless the operation has an example of its 200 that fits the schema. */
  expectExample(operation: DocumentedOperation): void;
}>;

/** Reads a document as a client would: schemas of responses become JSON Schema 2020-12. */
export function readDocument(served: unknown): OpenApiDocument {
  const { paths, components } = documentSchema.parse(served);
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats(ajv);
  ajv.addSchema({ $id: 'api', components });
  const compiled = new Map<unknown, ValidateFunction>();
  const validatorOf = (schema: object): ValidateFunction => {
    const known = compiled.get(schema);
    if (known) return known;
    // The document's references begin at its root, which ajv knows by this name.
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/');
    const validate = ajv.compile(JSON.parse(text));
    compiled.set(schema, validate);
    return validate;
  };
  const listProblems = (schema: object, body: unknown): string[] => {
    const validate = validatorOf(schema);
    validate(body);
    const problems = validate.errors ?? [];
    return problems.slice(0, SHOWN_PROBLEMS).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
  return {
    operations: Object.entries(paths).flatMap(([path, { get }]) => (get ? [{ ...get, path }] : [])),
    expectDocumented: (operation, answer, asked) => {
      const documented = operation.responses[String(answer.status)];
      if (!documented)
        return expect.fail(`${asked} answers ${answer.status}, which ${operation.operationId} does not list`);
      expectHeaders(Object.keys(documented.headers ?? {}), answer, asked);
      const [type, content] = Object.entries(documented.content ?? {})[0] ?? [];
      if (type === undefined || content === undefined)
        return expect([asked, answer.text]).toEqual([asked, '']);
      expect([asked, answer.headers.get('content-type')?.split(';')[0]]).toEqual([asked, type]);
      if (type !== 'application/json') return expect([asked, answer.text]).not.toEqual([asked, '']);
      return expect([asked, listProblems(content.schema, answer.body)]).toEqual([asked, []]);
    },
    expectExample: ({ operationId, responses }) => {
      const [content] = Object.values(responses['200']?.content ?? {});
      if (content?.example === undefined)
        return expect.fail(
          `${operationId} has no example: npx vitest run test/api/every-operation.system.test.ts -u`,
        );
      return expect([operationId, listProblems(content.schema, content.example)]).toEqual([operationId, []]);
    },
  };
}

function expectHeaders(promised: readonly string[], { headers }: ReceivedAnswer, asked: string): void {
  expect([asked, promised.filter((name) => !headers.has(name))]).toEqual([asked, []]);
}
