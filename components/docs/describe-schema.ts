import type { ApiDocument, DocumentedSchema } from '@/lib/endpoints/api-document';

/** A fragment of a type's text, with the schema it links to, if any. */
export type TypePart = Readonly<{ text: string; schema?: string }>;
export type NamedSchema = Readonly<{ name: string; schema: DocumentedSchema }>;

const REFERENCE = '#/components/schemas/';
const MAX_DEPTH = 6;

export function referenceName({ $ref }: DocumentedSchema): string | undefined {
  return $ref?.startsWith(REFERENCE) ? $ref.slice(REFERENCE.length) : undefined;
}

/** A type as text: `string or null`, `array of Address`. */
export function describeType(schema: DocumentedSchema, depth = 0): TypePart[] {
  const name = referenceName(schema);
  if (name !== undefined) return [{ text: name, schema: name }];
  const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (depth > MAX_DEPTH) return [{ text: 'more' }];
  if (branches !== undefined) return joinTypes(branches.map((branch) => describeType(branch, depth + 1)));
  if (schema.const !== undefined) return [{ text: JSON.stringify(schema.const) }];
  if (schema.enum !== undefined)
    return [{ text: schema.enum.map((word) => JSON.stringify(word)).join(', ') }];
  if (schema.items !== undefined) return [{ text: 'array of ' }, ...describeType(schema.items, depth + 1)];
  return [{ text: [schema.type ?? 'any'].flat().join(' or ') }];
}

function joinTypes(types: readonly TypePart[][]): TypePart[] {
  return types.flatMap((type, index) => (index === 0 ? type : [{ text: ' or ' }, ...type]));
}

/** Fields of an object or of a list's items; anonymous inner objects are flattened with dots. */
export function listFields(schema: DocumentedSchema, prefix = '', depth = 0): Field[] {
  if (depth > MAX_DEPTH) return [];
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, below]): Field[] => {
    const path = `${prefix}${name}`;
    const inner = innerObject(below);
    const isList = below.items !== undefined || innerList(below);
    const field = { name: path, schema: below, isRequired: schema.required?.includes(name) === true };
    return [field, ...(inner ? listFields(inner, `${path}${isList ? '[]' : ''}.`, depth + 1) : [])];
  });
  return fields;
}

/** A field by its dotted path. */
export type Field = Readonly<{ name: string; schema: DocumentedSchema; isRequired: boolean }>;

/** The anonymous object in a schema: itself, a list's item, or a nullable one. */
function innerObject(schema: DocumentedSchema): DocumentedSchema | undefined {
  if (schema.properties !== undefined) return schema;
  if (schema.items !== undefined) return innerObject(schema.items);
  return (schema.anyOf ?? schema.oneOf)?.map(innerObject).find((found) => found !== undefined);
}

function innerList(schema: DocumentedSchema): boolean {
  return (schema.anyOf ?? schema.oneOf)?.some(({ items }) => items !== undefined) === true;
}

/** Named schemas reachable from a schema, breadth first, without duplicates and dangling references. */
export function listNamed(schema: DocumentedSchema, { components }: ApiDocument): NamedSchema[] {
  const found = new Map<string, DocumentedSchema>();
  const pending: DocumentedSchema[] = [schema];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const name = referenceName(next);
    const named = name === undefined ? undefined : components.schemas[name];
    if (name !== undefined && named !== undefined && !found.has(name)) {
      found.set(name, named);
      pending.push(named);
    }
    pending.push(...listParts(next));
  }
  return [...found].map(([name, named]) => ({ name, schema: named }));
}

function listParts(schema: DocumentedSchema): DocumentedSchema[] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  return [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...oneOf, ...allOf];
}
