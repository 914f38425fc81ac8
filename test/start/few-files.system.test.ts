import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { ROOT } from '../support/source-tree';

test.each(['supervise', 'web', 'api', 'indexer'])(
  '%s says in a sentence that it may open too few files, and that the operator must act',
  (name) => {
    const command = `ulimit -n 64 && exec "${process.execPath}" dist/${name}.mjs`;
    const { status, stderr } = spawnSync('sh', ['-c', command], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    });
    expect(stderr).toMatch(/^Error: This program may open too few files at a time: .*ulimit -n.*\n$/);
    expect(status).toBe(2);
  },
);
