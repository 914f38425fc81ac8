import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sourceHash, writeStamp } from './stamp.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'astrolabe-pack-'));
  for (const name of ['require-build.mjs', 'stamp.mjs'])
    cpSync(fileURLToPath(new URL(name, import.meta.url)), join(root, 'scripts', name));
  const manifest = {
    name: 'packed',
    version: '1.0.0',
    scripts: { prepack: 'node scripts/require-build.mjs' },
  };
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
  for (const folder of ['lib', 'dist']) mkdirSync(join(root, folder));
  writeFileSync(join(root, 'lib/one.ts'), '1');
});
afterEach(() => rmSync(root, { recursive: true }));

function pack() {
  const { status, stderr } = spawnSync('npm', ['pack'], { cwd: root, encoding: 'utf8' });
  const hasPacked = readdirSync(root).includes('packed-1.0.0.tgz');
  return { status, hasPacked, reason: /^The .* in this folder .*$/m.exec(stderr)?.[0] };
}

const refusal = (lacking: string) => ({
  status: 1,
  hasPacked: false,
  reason: `The ${lacking} in this folder are not built from its sources: run "npm run build" before "npm pack".`,
});

test('npm pack refuses what is not built, or not from these sources, or without the demo chain', () => {
  expect(pack()).toEqual(refusal('programs and pages'));
  for (const product of ['programs', 'pages'] as const) writeStamp(root, product, sourceHash(root, product));
  expect(pack()).toEqual(refusal('programs of the demo chain'));
  writeFileSync(join(root, 'dist/demo.mjs'), '');
  expect(pack()).toEqual({ status: 0, hasPacked: true, reason: undefined });
  rmSync(join(root, 'packed-1.0.0.tgz'));
  mkdirSync(join(root, 'app'));
  writeFileSync(join(root, 'app/page.tsx'), '');
  expect(pack()).toEqual(refusal('pages'));
});
