import { type Config, loadConfig } from '@/lib/config';
import { loadEnvironment } from './load-environment';
import { runProgram } from './run-program';

/** `read` throws AppError `config` on invalid arguments. */
type Command<Arguments> = Readonly<{
  usage: string;
  read: (args: readonly string[]) => Arguments | 'help';
  run: (args: Arguments, config: Config) => Promise<void>;
}>;

/** Runs a program with arguments: prints its usage, or calls `run` with them and the configuration. */
export function runCommand<Arguments>({ usage, read, run }: Command<Arguments>): Promise<void> {
  return runProgram(async () => {
    const args = read(process.argv.slice(2));
    if (args === 'help') return console.log(usage);
    loadEnvironment();
    await run(args, loadConfig());
  });
}
