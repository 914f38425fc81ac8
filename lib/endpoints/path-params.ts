import { z } from 'zod';
import { INTEGER_STRING } from './formats';
import { addressParam, expected, hashParam } from './params';

/** Parameters of paths, by name. */
const PATH_PARAMS = {
  address_hash_param: addressParam,
  block_hash_or_number_param: z
    .string()
    .regex(/^(0x[A-Fa-f0-9]{64}|\d+)$/, { error: 'Invalid block hash or number' })
    .meta({ description: 'A block hash or number.' }),
  block_number_param: z
    .string()
    .regex(/^\d{1,30}$/, { error: 'Invalid number' })
    .meta({ description: 'The number of a future block.', example: '999999999' }),
  handle_param: hashParam.meta({ description: 'Handle of an encrypted value: 32 bytes as hex.' }),
  name: z.string().meta({ description: 'ID of the chart.', example: 'newTxns' }),
  operation_hash_param: hashParam.meta({ description: 'Hash of a user operation.' }),
  /** Of any size, even negative. */
  token_id_param: z
    .string()
    .regex(INTEGER_STRING, expected(INTEGER_STRING))
    .meta({ description: 'Token ID, decimal.' }),
  transaction_hash_param: hashParam,
  verification_id_param: z
    .uuid({ error: 'Invalid ID' })
    .meta({ description: 'ID of a verification, as returned when it started.' }),
} as const;

type Name = keyof typeof PATH_PARAMS;
type NamesIn<Path extends string> = Path extends `${string}{${infer First}}${infer Rest}`
  ? First | NamesIn<Rest>
  : never;

/** The schema of a path's parameters. */
export type PathParams<Path extends string> = z.ZodObject<
  Pick<typeof PATH_PARAMS, NamesIn<Path> & Name>,
  z.core.$strict
>;

/** Builds it from `{names}` in the path; below `/tokens`, the address is a token's. Throws for an unknown name. */
export function pathParams<Path extends string>(path: Path): PathParams<Path>;
export function pathParams(path: string): z.ZodObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return z.strictObject(Object.fromEntries(names.map((name) => [name, schemaOf(name, path)])));
}

const tokenParam = addressParam.meta({ description: 'Address of the token contract.' });

function schemaOf(name: string, path: string): z.ZodType {
  if (!isName(name)) throw new Error(`unknown path parameter ${name}`);
  return name === 'address_hash_param' && path.startsWith('/tokens/') ? tokenParam : PATH_PARAMS[name];
}

function isName(name: string): name is Name {
  return Object.hasOwn(PATH_PARAMS, name);
}
