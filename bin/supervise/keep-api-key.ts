import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The key that web uses for api: created on first start, stored in the data directory with owner-only permissions. */
export async function keepApiKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'api-key');
  const stored = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (stored !== '') return stored;
  const key = randomBytes(24).toString('base64url');
  await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return key;
}
