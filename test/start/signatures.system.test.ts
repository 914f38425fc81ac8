import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { toEventSelector, toFunctionSelector } from 'viem';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { importDump } from '@/bin/signatures/import-dump';
import { migrateGateway } from '@/lib/db/migrate';
import { bundleProgram } from '../support/bundle-program';
import { provideDatabase } from '../support/database';
import { startProgram } from '../support/programs';
import { ROOT } from '../support/source-tree';

const TRANSFER = 'transfer(address,uint256)';
const APPROVE = 'approve(address,uint256)';
const MOVED = 'Moved(address,uint256)';
const [transfer, approve] = [TRANSFER, APPROVE].map((text) => toFunctionSelector(text));
const moved = toEventSelector(MOVED);
const ALL = [`${approve} ${APPROVE}`, `${transfer} ${TRANSFER}`, `${moved} ${MOVED}`].sort();

const folder = await mkdtemp(join(tmpdir(), 'astrolabe-dump-'));
afterAll(() => rm(folder, { recursive: true }));
const { sql, url } = await provideDatabase();
await migrateGateway(sql);
beforeEach(() => sql`truncate gateway.signatures`);

async function importText(content: string | Buffer, name = 'dump.txt') {
  const path = join(folder, name);
  await writeFile(path, content);
  return importDump(sql, path);
}

async function listAll(): Promise<string[]> {
  const rows = await sql<{ key: Buffer; signature: string }[]>`select key, signature from gateway.signatures`;
  return rows.map(({ key, signature }) => `0x${key.toString('hex')} ${signature}`).sort();
}

const entry = (name: string) => ({ name, filtered: false });
const OPENCHAIN = {
  ok: true,
  result: {
    event: { [moved]: [entry(MOVED)] },
    function: { [`${transfer}`]: [entry(TRANSFER)], [`${approve}`]: [entry(APPROVE)] },
  },
};
const FOURBYTE = {
  count: 3,
  results: [
    { id: 1, text_signature: TRANSFER, hex_signature: transfer },
    { hex_signature: approve, text_signature: APPROVE },
    { id: 3, text_signature: MOVED, hex_signature: moved },
  ],
};

test.each([
  ['lines', `${TRANSFER}\r\n\n# a comment\nfunction ${APPROVE}\nevent ${MOVED}`],
  [
    'lines with keys',
    `\ufeff${transfer},${TRANSFER}\n"${approve}","${APPROVE}"\n${moved.slice(2)}\t${MOVED}\n`,
  ],
  ['several of a line', `${transfer},${TRANSFER}\n${APPROVE};event ${MOVED}`],
  ['JSON by key', JSON.stringify({ [`${transfer}`]: [TRANSFER], [`${approve}`]: APPROVE, [moved]: MOVED })],
  ['a JSON array', JSON.stringify([TRANSFER, APPROVE, `event ${MOVED}`], null, 2)],
  ["OpenChain's form", JSON.stringify(OPENCHAIN)],
  ["4byte's form", JSON.stringify(FOURBYTE)],
])('%s: every signature is imported, once', async (_, content) => {
  expect(await importText(content)).toEqual({ read: 3, added: 3, bad: 0, samples: [] });
  expect(await listAll()).toEqual(ALL);
  expect(await importText(gzipSync(content), 'dump.gz')).toEqual({ read: 3, added: 0, bad: 0, samples: [] });
});

test('what is no signature, or not of its key, is counted, and the first of them named', async () => {
  const bad = [
    'transfer',
    `${approve},${TRANSFER}`,
    '<b>(address)',
    'a(b)',
    'f(uint7)',
    'g()x',
    'x'.repeat(200_000),
  ];
  const result = await importText([...bad, TRANSFER].join('\n'));
  expect(result).toMatchObject({ read: 8, added: 1, bad: 7 });
  expect(result.samples).toEqual(['"transfer"', `"${TRANSFER}"`, '"<b>(address)"', '"a(b)"', '"f(uint7)"']);
});

test('a name that was fetched becomes an imported one', async () => {
  await importText(TRANSFER);
  await sql`update gateway.signatures set source = 2`;
  expect(await importText(TRANSFER)).toMatchObject({ added: 1 });
  expect(await sql`select source from gateway.signatures`).toEqual([{ source: 1 }]);
});

test('more than a batch, with doubles, in one text without line ends', async () => {
  const names = Array.from({ length: 6_000 }, (_, at) => `f${at}(bool)`);
  expect(await importText(JSON.stringify([...names, ...names]))).toMatchObject({
    read: 12_000,
    added: 6_000,
  });
});

test('broken files end with a sentence, or with what could be read', async () => {
  await expect(importText(gzipSync('a()').subarray(0, 15), 'cut.gz')).rejects.toMatchObject({
    code: 'config',
  });
  expect(await importText(`{"${transfer}":["${TRANSFER}"],"x":{"${'['.repeat(50_000)}`)).toMatchObject({
    added: 1,
  });
  expect(await importText(`${'['.repeat(100_000)}"${APPROVE}"`)).toMatchObject({ added: 1, bad: 0 });
  expect(await importText('')).toEqual({ read: 0, added: 0, bad: 0, samples: [] });
});

test('the program prints what it did, and refuses what it cannot read with a sentence', async () => {
  const built = join(ROOT, '.cache', `test-signatures-${process.pid}`);
  const file = await bundleProgram('signatures', built);
  const run = async (...args: string[]) => {
    const program = startProgram('signatures', { DATABASE_URL: url }, { file, args });
    return { code: await program.ended, output: program.output() };
  };
  const path = join(folder, 'named.txt');
  await writeFile(path, `${TRANSFER}\nnothing\n${TRANSFER}`);
  const { code, output } = await run('import', path);
  expect([code, output]).toEqual([
    0,
    expect.stringContaining('Read 3, added 1, were there 1, no signatures 1.'),
  ]);
  expect(output).toContain('for example: "nothing"');
  expect(await run('import', join(folder, 'nowhere'))).toMatchObject({
    code: 2,
    output: expect.stringContaining('is not a readable file'),
  });
  expect((await run('export', path)).output).toContain('takes import and a file');
  await rm(built, { recursive: true });
});
