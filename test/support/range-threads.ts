import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll } from 'vitest';
import { openRangeThreads, type RangeThreads } from '@/lib/indexer/sync/range-threads';
import { createLog } from '@/lib/log';
import { BUNDLE } from '../../scripts/bundle-options.mjs';
import { ROOT } from './source-tree';

const log = createLog({ name: 'test', level: 'silent' });

/** Threads that prepare ranges as in production, or of another program, until the tests of the file are done. */
export async function provideRangeThreads(program = 'bin/range-worker.ts'): Promise<RangeThreads> {
  const name = program.replaceAll(/[/.]/g, '-');
  const file = `${ROOT}/.cache/test-threads-${process.env.VITEST_POOL_ID ?? 0}/${name}.mjs`;
  await build({
    absWorkingDir: ROOT,
    entryPoints: [program],
    outfile: file,
    ...BUNDLE,
    logLevel: 'silent',
  });
  const threads = openRangeThreads({ log, program: pathToFileURL(file) });
  afterAll(() => threads.close());
  return threads;
}
