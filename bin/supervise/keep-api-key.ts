import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@/lib/durable-file';

const FILE = 'api-key';

/** The stored key; undefined before the first start, or when a power cut has emptied the file. */
async function findApiKey(dataDir: string): Promise<string | undefined> {
  const stored = await readFile(join(dataDir, FILE), 'utf8').catch(() => '');
  return stored.replaceAll('\0', '').trim() || undefined;
}

/** The key that web uses for api: created on first start, stored in the data directory with owner-only permissions. */
export async function keepApiKey(dataDir: string): Promise<string> {
  const stored = await findApiKey(dataDir);
  if (stored !== undefined) return stored;
  const key = randomBytes(24).toString('base64url');
  await writeApiKey(dataDir, key);
  return key;
}

/** Copies the stored key into another folder; there is none before the first start, or where API_KEY is set. */
export async function copyApiKey(from: string, to: string): Promise<void> {
  const key = await findApiKey(from);
  if (key !== undefined) await writeApiKey(to, key);
}

async function writeApiKey(dataDir: string, key: string): Promise<void> {
  await replaceFile(join(dataDir, FILE), `${key}\n`, { mode: 0o600 });
}
