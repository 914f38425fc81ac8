import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The key between our own pages and api: made at the first start, kept in the data directory for its owner only. */
export async function keepApiKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'api-key');
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (kept !== '') return kept;
  const key = randomBytes(24).toString('base64url');
  await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return key;
}
