import { importSignatures, type NamedKey } from '@/lib/api/names/query';
import type { Sql } from '@/lib/db/open-database';
import { keccak256 } from '@/lib/evm/keccak';
import { parseSignature } from '@/lib/evm/parse-signature';
import { readDump } from './read-dump';
import type { DumpEntry } from './scan-json';

/** Result of an import; `samples` are the first invalid texts. */
export type ImportResult = Readonly<{ read: number; added: number; bad: number; samples: readonly string[] }>;

const BATCH = 5_000;
const SELECTOR_BYTES = 4;
const MAX_SAMPLES = 5;
const MAX_SAMPLE = 80;
const PREFIXED = /^(function|event|error)\s+(.*)$/s;

/** Imports a dump in batches; idempotent. `report` receives the number read so far. */
export async function importDump(
  sql: Sql,
  path: string,
  report: (read: number) => void = () => undefined,
): Promise<ImportResult> {
  const samples: string[] = [];
  let [read, added, bad] = [0, 0, 0];
  let batch: NamedKey[] = [];
  const store = async () => {
    if (batch.length > 0) added += await importSignatures(sql, batch);
    batch = [];
    report(read);
  };
  for await (const entry of readDump(path)) {
    read += 1;
    const named = readEntry(entry);
    if (named) batch.push(named);
    else {
      bad += 1;
      if (samples.length < MAX_SAMPLES) samples.push(JSON.stringify(entry.text.slice(0, MAX_SAMPLE)));
    }
    if (batch.length >= BATCH) await store();
  }
  await store();
  return { read, added, bad, samples };
}

/** A signature and its hash; undefined if it is invalid or has another key. */
function readEntry({ text, key }: DumpEntry): NamedKey | undefined {
  const [, kind = key?.length === 2 * 32 ? 'event' : 'function', declared = text] = PREFIXED.exec(text) ?? [];
  const signature = parseSignature(declared.trim())?.text;
  if (signature === undefined) return undefined;
  const hash = keccak256(Buffer.from(signature));
  const own = kind === 'event' ? hash : hash.subarray(0, SELECTOR_BYTES);
  if (key !== undefined && own.toString('hex') !== key) return undefined;
  return { key: own, signature };
}
