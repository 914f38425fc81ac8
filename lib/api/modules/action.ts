import { z } from 'zod';
import { ADDRESS_HASH, HASH } from '@/lib/endpoints/formats';
import { MODULE_LIMITS, type ModuleAnswer, type ModuleQuery } from '@/lib/endpoints/module';
import { hexToBuffer } from '@/lib/evm/hex';
import type { CallContext } from '../implement';
import type { RangePage } from './range-query';

/** Answers one module and action. */
export type Action = (context: CallContext, query: ModuleQuery) => Promise<ModuleAnswer>;

/** Binds a handler to its parameters; one that is missing or invalid is named in the answer. */
export function defineAction<Q extends z.ZodObject>(
  parameters: Q,
  handle: (context: CallContext, query: z.output<Q>) => Promise<ModuleAnswer>,
): Action {
  return async (context, query) => {
    const parsed = parameters.safeParse(query);
    if (parsed.success) return handle(context, parsed.data);
    const [issue] = parsed.error.issues;
    const name = String(issue?.path[0] ?? '');
    const isMissing = !Object.entries(query).some(([key, text]) => key === name && text !== undefined);
    return refuse(isMissing ? `Error! Missing parameter ${name}` : `Error! ${name}: ${issue?.message}`);
  };
}

/** A result. */
export function found(result: ModuleAnswer['result'], message = 'OK'): ModuleAnswer {
  return { status: '1', message, result };
}

/** A list, or the message of an empty one. */
export function listed(items: readonly ModuleAnswer['result'][], emptyMessage: string): ModuleAnswer {
  return items.length > 0 ? found(items) : { status: '0', message: emptyMessage, result: [] };
}

/** An error, with its reason. */
export function refuse(reason: string): ModuleAnswer {
  return { status: '0', message: 'NOTOK', result: reason };
}

/** The error of a list whose rows are too large for one answer. */
export const TOO_LARGE = refuse('Result is too large: request fewer rows with offset');

/** An address, parsed to bytes. */
export const addressField = z
  .string()
  .regex(ADDRESS_HASH, 'Invalid address format')
  .transform((text) => hexToBuffer(text));
/** A transaction hash or a topic, parsed to bytes. */
export const hashField = z
  .string()
  .regex(HASH, 'Invalid hash format')
  .transform((text) => hexToBuffer(text));

/** Comma-separated addresses, at most `max`. */
export function addressesField(max: number) {
  return z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(addressField).max(max, `At most ${max} addresses`));
}

/** A height; `latest` and heights beyond all blocks are as high as a number gets. */
export const heightField = z
  .string()
  .regex(/^(\d+|0x[0-9a-fA-F]{1,16}|latest)$/, 'Invalid block number')
  .transform((text) => Math.min(text === 'latest' ? Infinity : Number(text), Number.MAX_SAFE_INTEGER));

const whole = z
  .string()
  .regex(/^\d{1,9}$/, 'Invalid number')
  .transform(Number);

/** Which page of a list; 0 stands for the default, as of Etherscan. */
export const pageFields = { page: whole.default(0), offset: whole.default(0) };

/** Blocks, order and page of a list of the module account. */
export const listFields = {
  startblock: heightField.default(0),
  endblock: heightField.default(Number.MAX_SAFE_INTEGER),
  sort: z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(['asc', 'desc'], { error: 'asc or desc' }))
    .optional(),
  chainid: z.string().optional(),
  ...pageFields,
};

type ListQuery = z.output<z.ZodObject<typeof listFields>>;

/** The rows of a page; undefined when it ends beyond the window. */
export function windowOf(
  { page, offset }: Pick<ListQuery, 'page' | 'offset'>,
  max: number = MODULE_LIMITS.window,
): Pick<RangePage, 'skip' | 'limit'> | undefined {
  const limit = Math.min(offset || max, max);
  const number = page || 1;
  return number * limit > MODULE_LIMITS.window ? undefined : { skip: (number - 1) * limit, limit };
}

/** The page of a list; undefined when it ends beyond the window. With `chainid` it is the oldest first, else the newest. */
export function pageOf(query: ListQuery): RangePage | undefined {
  const window = windowOf(query);
  const { startblock: from, endblock: to, sort = query.chainid === undefined ? 'desc' : 'asc' } = query;
  return window && { ...window, from, to, isOldestFirst: sort === 'asc' };
}

/** The error of a page beyond the window. */
export const TOO_FAR = refuse(
  `Result window is too large, PageNo x Offset size must be less than or equal to ${MODULE_LIMITS.window}`,
);
