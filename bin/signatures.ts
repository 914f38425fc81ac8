import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { loadConfig } from '@/lib/config';
import { migrateGateway } from '@/lib/db/migrate';
import { openPool } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { loadEnvironment } from './common/load-environment';
import { openGatewayDatabase, readable } from './common/open-server';
import { runProgram } from './common/run-program';
import { importDump } from './signatures/import-dump';

const USAGE = `Usage: npm run signatures -- import FILE

Imports names of functions, events and errors, for calls and logs of contracts whose ABI is not known. FILE has one
signature a line, transfer(address,uint256), events after the word event; or lines of selector or topic, comma and
signature; or JSON: {"0x…": ["…"]}, an array of signatures, or a dump of OpenChain or 4byte. It is read as a stream;
.gz is decompressed. What is already there is left alone.`;
const REPORT_EVERY = 1_000_000;

await runProgram(manageSignatures);

async function manageSignatures(): Promise<void> {
  const file = readFileArgument(process.argv.slice(2));
  if (file === 'help') return console.log(USAGE);
  await requireFile(file.path);
  loadEnvironment();
  const config = loadConfig();
  await loadFastKeccak();
  const database = await openGatewayDatabase(config, 'signatures');
  const sql = openPool({ url: database.url, connections: 1, name: 'signatures' });
  try {
    await migrateGateway(sql).catch(readable(database.url));
    const { read, added, bad, samples } = await importDump(sql, file.path, reportTo(console.error));
    const counts = [`Read ${format(read)}`, `added ${format(added)}`];
    console.log(
      `${counts.join(', ')}, were there ${format(read - added - bad)}, no signatures ${format(bad)}.`,
    );
    if (samples.length > 0) console.log(`No signatures are, for example: ${samples.join(', ')}`);
  } finally {
    await sql.end({ timeout: 1 });
    await database.stop();
  }
}

function format(count: number): string {
  return count.toLocaleString('en-US');
}

/** Throws AppError `config` for anything but `import FILE`. */
function readFileArgument(args: string[]): 'help' | { path: string } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { help: { type: 'boolean' } },
    });
    if (values.help) return 'help';
    const [command, path] = positionals;
    if (command === 'import' && path !== undefined && positionals.length === 2) return { path };
  } catch {
    // an unknown option
  }
  throw new AppError('config', 'signatures takes import and a file; see npm run signatures -- --help.');
}

async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile()) return;
  throw new AppError('config', `${path} is not a readable file: correct the path.`);
}

function reportTo(write: (line: string) => void) {
  let next = REPORT_EVERY;
  return (read: number) => {
    if (read < next) return;
    next += REPORT_EVERY;
    write(`${format(read)} read so far`);
  };
}
