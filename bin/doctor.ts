import { loadConfig } from '@/lib/config';
import { AppError } from '@/lib/errors';
import { redact } from '@/lib/log';
import { loadEnvironment } from './common/load-environment';
import { runProgram } from './common/run-program';
import { checkDatabase } from './doctor/check-database';
import { checkMachine } from './doctor/check-machine';
import { checkNodes } from './doctor/check-nodes';
import { checkServices } from './doctor/check-services';
import { checkFiles, checkSettings } from './doctor/check-settings';
import { describeFindings } from './doctor/finding';

const USAGE = `Usage: npm run doctor

Checks the configuration, this machine, the nodes, the database and what runs, and says what to do. It changes
nothing. Exit code 0 without failures, 1 with one, 2 when the configuration is invalid.`;

await runProgram(main);

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) return console.log(USAGE);
  if (args.length > 0) throw new AppError('config', 'Only --help is valid.');
  loadEnvironment();
  const config = loadConfig();
  const findings = (
    await Promise.all([
      checkMachine(config.dataDir),
      checkSettings(config),
      checkFiles(process.cwd()),
      checkNodes(config.chains, Math.floor(Date.now() / 1000)),
      checkDatabase(config),
      checkServices(config),
    ])
  ).flat();
  console.log(redact(describeFindings(findings), config.secrets));
  if (findings.some(({ level }) => level === 'failure')) process.exitCode = 1;
}
