import { createRequire } from 'node:module';
import { encodeAbiParameters } from 'viem';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkSource } from './check-source';
import type { CheckResult, SourceCheck } from './source-check';

const { compile, version } = z
  .object({
    compile: z.function({ input: [z.string()], output: z.string() }),
    version: z.function({ input: [], output: z.string() }),
  })
  .parse(createRequire(import.meta.url)('solc'));
const OWN = version().replace(/\.Emscripten.*$/, '');
const HEAD = '// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n';
const BOX = `${HEAD}library Maths { function twice(uint256 x) external pure returns (uint256) { return 2 * x; } }
contract Box {
  uint256 public immutable limit; uint256 public held;
  constructor(uint256 most) { limit = most; }
  function holdTwice(uint256 what) external { require(what < limit); held = Maths.twice(what); }
}`;
const SETTINGS = { optimizer: { enabled: true, runs: 200 }, evmVersion: 'paris' };
const LIBRARY = `0x${'ab'.repeat(20)}`;
const ARGUMENTS = encodeAbiParameters([{ type: 'uint256' }], [7n]);

const code = z.looseObject({
  object: z.string(),
  immutableReferences: z
    .record(z.string(), z.array(z.object({ start: z.number(), length: z.number() })))
    .optional(),
});
const output = z.object({
  contracts: z.object({
    'a.sol': z.record(z.string(), z.object({ evm: z.object({ bytecode: code, deployedBytecode: code }) })),
  }),
});

const inputOf = (content: string, settings: object) => ({
  language: 'Solidity' as const,
  sources: { 'a.sol': { content } },
  settings,
});

/** A contract as it is on a chain: linked, its immutable set, created with arguments. */
function deploy(content: string, settings: object, name = 'Box') {
  const outputSelection = { '*': { '*': ['evm.bytecode', 'evm.deployedBytecode'] } };
  const compiled = output.parse(
    JSON.parse(compile(JSON.stringify(inputOf(content, { ...settings, outputSelection })))),
  );
  const evm = compiled.contracts['a.sol'][name]?.evm;
  if (!evm) throw new Error('no such contract');
  const link = (hex: string) => hex.replace(/__\$[0-9a-f]{34}\$__/g, LIBRARY.slice(2));
  const runtime = Buffer.from(link(evm.deployedBytecode.object), 'hex');
  for (const { start, length } of Object.values(evm.deployedBytecode.immutableReferences ?? {}).flat())
    runtime.writeUInt8(7, start + length - 1);
  return {
    runtimeCode: `0x${runtime.toString('hex')}`,
    creationCode: `0x${link(evm.bytecode.object)}${ARGUMENTS.slice(2)}`,
  };
}

type Claim = Partial<SourceCheck> & { settings?: object; source?: string };

async function check({ settings = SETTINGS, source = BOX, ...claim }: Claim): Promise<CheckResult> {
  const deployed = deploy(BOX, SETTINGS);
  return checkSource(
    {
      ...{ chainId: 1, address: `0x${'11'.repeat(20)}`, compilerVersion: OWN, compiler: '' },
      ...{ ...deployed, input: inputOf(source, settings), target: { name: 'Box' }, ...claim },
    },
    compile,
  );
}

const partsOf = (result: CheckResult) =>
  Object.fromEntries(
    ('findings' in result ? (result.findings ?? []) : []).map(({ part, is_same, message }) => [
      part,
      [is_same, message],
    ]),
  );

test('an exact match: every part is the same', async () => {
  const result = await check({});
  expect(result).toMatchObject({ outcome: 'matched', isExact: true });
  expect(partsOf(result)).toEqual({
    compiler: [true, expect.stringContaining(OWN.split('+')[0] ?? '')],
    settings: [true, 'The same: they are in the metadata.'],
    code: [true, expect.stringMatching(/^The same, \d+ bytes without metadata\.$/)],
    metadata: [true, 'The same hash: every byte of the sources is the same.'],
    constructor: [true, 'The init code is the same, followed by 32 bytes of arguments.'],
    libraries: [true, `Maths is linked to ${LIBRARY}.`],
  });
});

test('a partial match: a remark is another hash of the metadata, and nothing else', async () => {
  const result = await check({ source: `${BOX} // a remark`, creationCode: null });
  expect(result).toMatchObject({ outcome: 'matched', isExact: false });
  expect(partsOf(result)).toMatchObject({
    settings: [true, 'They lead to the same code.'],
    code: [true, expect.any(String)],
    metadata: [false, expect.stringContaining('Another hash')],
    constructor: [null, expect.stringContaining('Not compared')],
  });
});

test('another compiler, which the code names', async () => {
  const [own = ''] = OWN.split('+');
  const patch = Number(own.split('.')[2]);
  const byte = (value: number) => value.toString(16).padStart(2, '0');
  const { runtimeCode } = deploy(BOX, SETTINGS);
  const named = `64736f6c63430008${byte(patch)}`;
  expect(runtimeCode).toContain(named);
  const older = runtimeCode.replace(named, '64736f6c634300081e').replace('6060', '6061');
  expect(partsOf(await check({ runtimeCode: older, creationCode: null }))).toMatchObject({
    compiler: [false, `The code was made by compiler 0.8.30, the sources were compiled by ${own}.`],
  });
});

test('other settings: the size, and opcodes of an EVM version that was not meant', async () => {
  const optimized = await check({ settings: { ...SETTINGS, optimizer: { enabled: false } } });
  expect(optimized).toMatchObject({
    outcome: 'no match',
    name: 'Box',
    reason: { code: 'code_length_differs' },
  });
  expect(partsOf(optimized)).toMatchObject({
    compiler: [true, expect.any(String)],
    settings: [
      null,
      'Compiled here with the optimizer off, for EVM version paris. The code does not name its settings.',
    ],
    code: [false, expect.stringMatching(/^It has \d+ bytes without metadata, the compiled code \d+\.$/)],
    metadata: [false, expect.any(String)],
    constructor: [false, 'The init code differs.'],
    libraries: [null, 'The settings do not say where Maths is.'],
  });
  expect(partsOf(await check({ settings: { ...SETTINGS, evmVersion: 'shanghai' } }))).toMatchObject({
    settings: [false, expect.stringContaining('an older EVM version than this one (shanghai)')],
  });
  const newer = deploy(BOX, { ...SETTINGS, evmVersion: 'shanghai' });
  expect(partsOf(await check(newer))).toMatchObject({
    settings: [false, expect.stringContaining('a newer EVM version than this one (paris)')],
  });
});

test('other code of the same size: how many bytes, and where the first is', async () => {
  const source = BOX.replace('what < limit', 'what > limit');
  expect(partsOf(await check({ source }))).toMatchObject({
    code: [false, expect.stringMatching(/^Of its \d+ bytes 1 differs, the first at offset \d+\.$/)],
    settings: [null, expect.stringContaining('the optimizer on, 200 runs')],
  });
});

test('another constructor alone, and a library that is elsewhere', async () => {
  const source = BOX.replace('limit = most;', 'limit = most; held = 1;');
  const constructed = await check({ source });
  expect(partsOf(constructed)).toMatchObject({
    code: [true, expect.any(String)],
    constructor: [false, expect.any(String)],
  });
  const elsewhere = { 'a.sol': { Maths: `0x${'cd'.repeat(20)}` } };
  expect(partsOf(await check({ settings: { ...SETTINGS, libraries: elsewhere } }))).toMatchObject({
    libraries: [null, `Maths is set to 0x${'cd'.repeat(20)}, which the code does not contain.`],
  });
});

test('of several contracts that do not match, the one of the nearest size is told', async () => {
  const source = `${BOX.replace('2 * x', '3 * x').replace('what < limit', 'what > limit')} contract Small { uint256 a; }`;
  expect(await check({ source, target: undefined })).toMatchObject({
    outcome: 'no match',
    name: 'Box',
    reason: { code: 'code_differs' },
  });
});
