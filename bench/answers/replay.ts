import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Starts the replay tool of the folder `shared` on recorded data; `last` is the highest block it serves. */
export async function startReplayTool(shared: string, data: readonly string[], options: readonly string[]) {
  const files = data.flatMap((path) => ['--data', path]);
  const tokens = ['--tokens', join(shared, 'realdata/tokens.json')];
  const tool = join(shared, 'tools/replay-rpc.mjs');
  const child = spawn(process.execPath, [tool, ...files, '--port', '0', ...tokens, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, last, url] = /heights \d+\.\.(\d+) .* on (http:\S+)$/.exec(line) ?? [];
    if (url === undefined) continue;
    const stop = async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    };
    return { url, last: Number(last), stop };
  }
  throw new Error('the replay server ended before it served');
}
