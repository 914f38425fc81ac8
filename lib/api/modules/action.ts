import { z } from 'zod';
import { hexToBuffer } from '@/lib/evm/hex';
import { ADDRESS_HASH, HASH } from '@/lib/spec/formats';
import { MODULE_LIST, type ModuleAnswer, type ModuleQuery } from '@/lib/spec/module';
import type { Context } from '../implement';

/** How one module and action is answered. */
export type Action = (context: Context, query: ModuleQuery) => Promise<ModuleAnswer>;

/** Binds a handler to the parameters that it takes: one that is missing or wrong is named in the answer. */
export function defineAction<Q extends z.ZodObject>(
  parameters: Q,
  handle: (context: Context, query: z.output<Q>) => Promise<ModuleAnswer>,
): Action {
  return async (context, query) => {
    const parsed = parameters.safeParse(query);
    if (parsed.success) return handle(context, parsed.data);
    const [issue] = parsed.error.issues;
    const name = issue?.path.join('.') ?? '';
    const isMissing = !Object.entries(query).some(([given, text]) => given === name && text !== undefined);
    return refuse(isMissing ? `Query parameter '${name}' is required` : `${name}: ${issue?.message}`);
  };
}

/** A result. */
export function found(result: ModuleAnswer['result']): ModuleAnswer {
  return { status: '1', message: 'OK', result };
}

/** A list, or how it is said that it is empty. */
export function listed(items: readonly ModuleAnswer['result'][], emptyMessage: string): ModuleAnswer {
  return items.length > 0 ? found(items) : { status: '0', message: emptyMessage, result: [] };
}

/** Why there is no result. */
export function refuse(message: string): ModuleAnswer {
  return { status: '0', message, result: null };
}

/** The refusal of a list whose records would be too much to send. */
export const TOO_LARGE = refuse('Result is too large: ask for fewer records with offset');

/** An address, as bytes. */
export const addressField = z.string().regex(ADDRESS_HASH, 'Invalid address hash').transform(hexToBuffer);
/** A transaction or a topic, as bytes. */
export const hashField = z.string().regex(HASH, 'Invalid hash').transform(hexToBuffer);

/** Addresses, comma-separated, at most `most` of them. */
export function addressesField(most: number) {
  return z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(addressField).max(most, `At most ${most} addresses`));
}

/** A height; `latest` and what is beyond every block are as far as a number goes. */
export const heightField = z
  .string()
  .regex(/^(\d+|latest)$/, 'Invalid block number')
  .transform((text) =>
    text === 'latest' ? Number.MAX_SAFE_INTEGER : Math.min(Number(text), Number.MAX_SAFE_INTEGER),
  );

const whole = z
  .string()
  .regex(/^\d{1,9}$/, 'Invalid number')
  .transform(Number);

/** Which page of a list; `windowOf` makes rows to skip and to take of it. */
export const pageFields = {
  page: whole.pipe(z.int().min(1, 'At least 1')).default(1),
  offset: whole
    .pipe(z.int().min(1, 'At least 1').max(MODULE_LIST.records, `At most ${MODULE_LIST.records}`))
    .default(MODULE_LIST.records),
};

/** Which blocks and which page of a list of an account. */
export const listFields = {
  startblock: heightField.default(0),
  endblock: heightField.default(Number.MAX_SAFE_INTEGER),
  sort: z.enum(['asc', 'desc'], { error: 'asc or desc' }).default('desc'),
  ...pageFields,
};

/** Rows of a page, or why it is too far. */
export function windowOf({ page, offset }: { page: number; offset: number }) {
  return page * offset > MODULE_LIST.window ? undefined : { skip: (page - 1) * offset, limit: offset };
}

/** The refusal of a page that `windowOf` does not give. */
export const TOO_FAR = refuse(
  `Result window is too large, page x offset must be at most ${MODULE_LIST.window}: go on by block`,
);
