import { startEmbeddedPostgres } from '@/lib/db/embedded';
import { backUpEmbedded } from '@/lib/db/embedded-backup';
import { findEmbeddedPostgres } from '@/lib/db/find-embedded';
import { beginOnFolder } from './backup/begin-on-folder';
import { runProgram } from './common/run-program';
import { copyApiKey } from './supervise/keep-api-key';

const USAGE = `Usage: npm run backup -- <folder>

Copies the embedded database and the key of the pages to a new folder, while Astrolabe runs or not. Everything that was
committed when the command ends its copy is in it. npm run restore brings it back.`;

await runProgram(main);

async function main(): Promise<void> {
  const begun = beginOnFolder({ name: 'backup', usage: USAGE, instead: 'pg_dump' });
  if (!begun) return;
  const { folder: target, config, log } = begun;
  const running = await findEmbeddedPostgres(config.dataDir);
  const { stop, ...server } = running
    ? { ...running, stop: async () => undefined }
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  try {
    await backUpEmbedded(server, target);
  } finally {
    await stop();
  }
  await copyApiKey(config.dataDir, target);
  console.log(`The backup is in ${target}. To restore it: npm run restore -- ${target}`);
}
