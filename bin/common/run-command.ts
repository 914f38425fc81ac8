import { type Config, loadConfig } from '@/lib/config';
import { loadEnvironment } from './load-environment';
import { runProgram } from './run-program';

/** `read` throws AppError `config` on invalid arguments. */
type Command<Given> = Readonly<{
  usage: string;
  read: (args: readonly string[]) => Given | 'help';
  run: (given: Given, config: Config) => Promise<void>;
}>;

/** Runs a program that takes arguments: it prints its usage, or does what they say with the configuration. */
export function runCommand<Given>({ usage, read, run }: Command<Given>): Promise<void> {
  return runProgram(async () => {
    const given = read(process.argv.slice(2));
    if (given === 'help') return console.log(usage);
    loadEnvironment();
    await run(given, loadConfig());
  });
}
