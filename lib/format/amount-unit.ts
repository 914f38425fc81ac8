import { isNullAddress } from './address-name';
import { isAmountName, namedToken } from './parameter-meaning';

/** Stands for the native coin among the units of amounts. */
export const COIN_UNIT = 'coin';

/** A parameter of a call, or a field of a struct in it. */
type Field = Readonly<{ name: string; type: string; value: unknown }>;
/** A parameter as an ABI declares it, with the fields of its struct. */
export type DeclaredParameter = Readonly<{
  name?: string | undefined;
  type: string;
  components?: readonly DeclaredParameter[] | undefined;
}>;
type Ends = Readonly<{ first: unknown; last: unknown }>;

/** The path of a swap as Uniswap V3 packs it: addresses of 20 bytes with a fee of 3 bytes between them. */
const PACKED_PATH = /^0x[0-9a-f]{40}([0-9a-f]{46})+$/i;
const ADDRESS = /^0x[0-9a-f]{40}$/i;
const SWAPPED = /^amount(In|Out)(Max|Min|Maximum|Minimum)?$/;
const PAIRED = /^amount([01AB])(Desired|Min|Max)?$/;
/** Functions of Uniswap's routers whose amount is of the coin, with its name there. */
const COIN_AMOUNTS: ReadonlyMap<string, string> = new Map([
  ['WRAP_ETH', 'amount'],
  ['UNWRAP_WETH', 'amountMin'],
  ['unwrapWETH9', 'amountMinimum'],
]);
/** Those to which the null address is the coin. */
const NULL_IS_COIN = new Set(['SWEEP', 'TRANSFER']);
const MAX_DEPTH = 8;
const MAX_ITEMS = 20;

/**
 * The units of the amounts among the parameters of a function, or the fields of one of its structs, where other parameters
 * name them: lower-case addresses of tokens, or the coin, by the names of the amounts.
 */
export function findUnits(fields: readonly Field[], method: string): ReadonlyMap<string, string> {
  const ends = findEnds(fields);
  const named = namedToken({ parameters: fields });
  const units = new Map<string, string>();
  for (const { name, type } of fields) {
    if (!/^uint\d*$/.test(type)) continue;
    const token =
      tokenOfSwap(name, ends) ?? tokenOfPair(name, fields) ?? (isAmountName(name) ? named : undefined);
    const isCoin =
      COIN_AMOUNTS.get(method) === name || (NULL_IS_COIN.has(method) && isNullAddress(token ?? ''));
    if (isCoin) units.set(name, COIN_UNIT);
    else if (token !== undefined) units.set(name, token.toLowerCase());
  }
  return units;
}

/** The tokens of a call's amounts by its declared parameters, including those within structs; not the coin. */
export function listNamedTokens(
  { method_call, parameters }: Readonly<{ method_call: string; parameters: readonly Field[] }>,
  inputs: readonly DeclaredParameter[] | null,
): string[] {
  const method = method_call.split('(', 1)[0] ?? '';
  const found = new Set(findUnits(parameters, method).values());
  const visit = (value: unknown, declared: DeclaredParameter | undefined, depth: number) => {
    if (declared?.components === undefined || !Array.isArray(value) || depth > MAX_DEPTH) return;
    if (declared.type.endsWith(']')) {
      const item = { ...declared, type: declared.type.replace(/\[\d*\]$/, '') };
      for (const one of value.slice(0, MAX_ITEMS)) visit(one, item, depth + 1);
      return;
    }
    for (const unit of findUnits(toFields(value, declared.components), method).values()) found.add(unit);
    for (const [at, field] of declared.components.entries()) visit(value[at], field, depth + 1);
  };
  for (const [at, { value }] of parameters.entries()) visit(value, inputs?.[at], 0);
  found.delete(COIN_UNIT);
  return [...found];
}

/** The fields of a struct with their values. */
export function toFields(values: readonly unknown[], components: readonly DeclaredParameter[]): Field[] {
  return components.map(({ name = '', type }, at) => ({ name, type, value: values[at] }));
}

/** Input and output token of a swap. The packed path of an exact-output swap begins with the output. */
function findEnds(fields: readonly Field[]): Ends | undefined {
  const valueAt = (name: string, type: string) =>
    fields.find((field) => field.name === name && field.type === type)?.value;
  const [tokenIn, tokenOut] = [valueAt('tokenIn', 'address'), valueAt('tokenOut', 'address')];
  if (tokenIn !== undefined && tokenOut !== undefined) return { first: tokenIn, last: tokenOut };
  const path = valueAt('path', 'address[]');
  if (Array.isArray(path) && path.length > 1) return { first: path[0], last: path.at(-1) };
  const packed = valueAt('path', 'bytes');
  if (typeof packed !== 'string' || !PACKED_PATH.test(packed)) return undefined;
  const [head, tail] = [packed.slice(0, 42), `0x${packed.slice(-40)}`];
  return fields.some(({ name }) => name === 'amountOut')
    ? { first: tail, last: head }
    : { first: head, last: tail };
}

function tokenOfSwap(name: string, ends: Ends | undefined): string | undefined {
  const [, way] = SWAPPED.exec(name) ?? [];
  return way === undefined ? undefined : addressOf(way === 'In' ? ends?.first : ends?.last);
}

/** `amountAMin` is of `tokenA`, `amount0Desired` of `token0`. */
function tokenOfPair(name: string, fields: readonly Field[]): string | undefined {
  const [, of] = PAIRED.exec(name) ?? [];
  const token = fields.find((field) => field.name === `token${of}` && field.type === 'address');
  return of === undefined ? undefined : addressOf(token?.value);
}

function addressOf(value: unknown): string | undefined {
  return typeof value === 'string' && ADDRESS.test(value) ? value : undefined;
}
