import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proveAccessList } from '../support/access-list-proof';
import { bundleProgram } from '../support/bundle-program';
import { startProgram } from '../support/programs';
import { ROOT } from '../support/source-tree';
import { prove, SENDER, signAll, TOKEN } from '../support/transaction-proof';

const folder = join(ROOT, '.cache', `test-check-proof-${process.pid}`);
let file: string;
let proof: ReturnType<typeof prove>;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  file = await bundleProgram('check-proof', folder);
  proof = prove(await signAll(), 3);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function check(content: string | undefined, ...options: string[]) {
  const path = join(folder, 'proof.json');
  if (content !== undefined) await writeFile(path, content);
  const program = startProgram(
    'check-proof',
    {},
    { file, args: [...options, ...(content === undefined ? [] : [path])] },
  );
  const code = await program.ended;
  return { code, output: program.output() };
}

test('what is proven is printed, also as JSON', async () => {
  const { code, output } = await check(JSON.stringify(proof));
  expect([code, output]).toEqual([0, expect.stringContaining('The proof is valid')]);
  for (const output of [
    proof.block_hash,
    SENDER.address,
    TOKEN,
    '84000',
    'success',
    '2023-11-14T22:13:20.000Z',
  ])
    expect(output).toContain(output);
  const { output: json } = await check(JSON.stringify(proof), '--json');
  expect(JSON.parse(json)).toMatchObject({
    transaction: { from: SENDER.address, to: null },
    receipt: { cumulativeGasUsed: '84000' },
  });
});

test('the access list of a block is printed, with all its values as JSON', async () => {
  const list = proveAccessList(4);
  const { code, output } = await check(JSON.stringify(list));
  expect([code, output]).toEqual([0, expect.stringContaining(list.block_hash)]);
  expect(output).toMatch(/^access list +0x[0-9a-f]{64}\n +bytes +\d+\n +accounts +\d+\naccount +0x/m);
  expect(output).toMatch(/^ {2}balance +\d+ wei$/m);
  const { output: json } = await check(JSON.stringify(list), '--json');
  expect(JSON.parse(json)).toMatchObject({ block: { number: 4 }, accounts: expect.any(Array) });
  expect(await check(JSON.stringify({ ...list, access_list: '0xc0' }))).toEqual({
    code: 1,
    output: expect.stringMatching(/is invalid: the access list does not have the hash of the header/),
  });
});

test('of what does not hold the first fault is printed, and the program fails', async () => {
  const { code, output } = await check(JSON.stringify({ ...proof, index: 2 }));
  expect([code, output]).toEqual([1, expect.stringMatching(/is invalid: branch of the transaction/)]);
});

test('what is no proof, and wrong arguments, are named', async () => {
  expect(await check('{')).toEqual({ code: 2, output: expect.stringMatching(/is not JSON/) });
  expect(await check('{}')).toEqual({
    code: 1,
    output: expect.stringMatching(/transaction_hash is not 32 bytes/),
  });
  expect(await check(undefined)).toEqual({ code: 2, output: expect.stringMatching(/Name the file/) });
  expect(await check(undefined, '/nowhere/proof.json')).toEqual({
    code: 2,
    output: expect.stringMatching(/cannot be read/),
  });
  expect(await check('{}', '--verbose')).toEqual({ code: 2, output: expect.stringMatching(/Only a file/) });
  expect(await check(undefined, '--help')).toEqual({
    code: 0,
    output: expect.stringMatching(/Usage: npm run check-proof/),
  });
});
