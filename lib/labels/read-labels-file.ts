import { readFile, stat } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { AppError } from '@/lib/errors';
import { hexToBuffer } from '@/lib/evm/hex';
import type { AddressLabel } from './label';
import { parseEntries } from './parse-entries';

/** A label of the operator's; `chainId` is undefined for every chain. */
export type OperatorLabel = AddressLabel & Readonly<{ chainId: number | undefined }>;

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_LABELS = 100_000;

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional());
const tags = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(/[;|]/) : value),
  z
    .array(
      z
        .string()
        .trim()
        .max(40)
        .regex(/^[^\\]*$/),
    )
    .max(8),
);
const entry = z.object({
  address: z
    .string()
    .trim()
    .regex(/^0x[0-9a-fA-F]{40}$/, { error: 'is no address' }),
  name: z.string().trim().min(1).max(100),
  tags: optional(tags),
  url: optional(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).max(500)),
  chain_id: optional(z.coerce.number().int().positive()),
});
const json = z.union([
  z.array(z.unknown()),
  z
    .record(z.string(), z.unknown())
    .transform((byAddress) =>
      Object.entries(byAddress).map(([address, label]) =>
        typeof label === 'string' ? { address, name: label } : Object.assign({ address }, label),
      ),
    ),
]);

/**
 * Reads labels: CSV with the columns address, name and, if wanted, tags (separated by `;`), url and chain_id, or JSON, an array
 * of such objects, or names or objects by address. Throws AppError `config` naming the entries that are not valid.
 */
export async function readLabelsFile(path: string): Promise<OperatorLabel[]> {
  const entries = readEntries(path, await readText(path));
  if (entries.length > MAX_LABELS)
    throw new AppError('config', `LABELS_FILE ${path} has more than ${MAX_LABELS} labels: leave some out.`);
  const named = { file: `LABELS_FILE ${path}`, what: { one: 'entry', many: 'entries' } };
  return parseEntries(entries, entry, named).map(toLabel);
}

function toLabel({ address, name, tags: named = [], url, chain_id }: z.output<typeof entry>): OperatorLabel {
  const known = [...new Set(named.filter((tag) => tag !== ''))];
  return {
    chainId: chain_id,
    address: hexToBuffer(address),
    name,
    tags: known,
    url: url ?? null,
    source: 'operator',
  };
}

async function readText(path: string): Promise<string> {
  const { size } = await stat(path).catch((cause: unknown) => {
    throw new AppError('config', `LABELS_FILE ${path} cannot be read: correct the path.`, { cause });
  });
  if (size > MAX_BYTES) throw new AppError('config', `LABELS_FILE ${path} is larger than 32 MB.`);
  return readFile(path, 'utf8');
}

function readEntries(path: string, text: string): readonly unknown[] {
  try {
    if (/^\s*[[{]/.test(text)) return json.parse(JSON.parse(text));
    return parse(text, { bom: true, columns: true, trim: true, skip_empty_lines: true });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.slice(0, 200) : '';
    throw new AppError('config', `LABELS_FILE ${path} is neither CSV nor JSON: ${why}`, { cause });
  }
}
