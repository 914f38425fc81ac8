import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { build } from 'esbuild';

/*
Builds packages/client: node scripts/build-client.mjs
Generates its functions from the OpenAPI document of this working tree (src/api.ts), then compiles it to dist/.
*/

const run = promisify(execFile);
const ROOT = new URL('..', import.meta.url).pathname;
const PACKAGE = `${ROOT}packages/client`;
const WORK = `${ROOT}.cache/client-package`;

await rm(`${PACKAGE}/dist`, { recursive: true, force: true });
await mkdir(WORK, { recursive: true });
await build({
  stdin: {
    contents: `import { toOpenApi } from '@/lib/endpoints/openapi';
      process.stdout.write(JSON.stringify(toOpenApi('https://explorer.example', 'specification')));`,
    resolveDir: ROOT,
    loader: 'ts',
  },
  outfile: `${WORK}/document.mjs`,
  bundle: true,
  format: 'esm',
  platform: 'node',
  packages: 'external',
  logLevel: 'silent',
});
const { stdout } = await run(process.execPath, [`${WORK}/document.mjs`], { maxBuffer: 64 * 1024 * 1024 });
await writeFile(`${WORK}/openapi.json`, stdout);
await run(process.execPath, [
  `${ROOT}node_modules/oazapfts/dist/cli.js`,
  `${WORK}/openapi.json`,
  `${PACKAGE}/src/api.ts`,
]);
await run(`${ROOT}node_modules/.bin/tsc`, ['-p', PACKAGE]).catch(({ stdout: said }) => {
  console.error(said);
  process.exitCode = 1;
});
