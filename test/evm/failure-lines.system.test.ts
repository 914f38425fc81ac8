import { createRequire } from 'node:module';
import { toFunctionSelector } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startAnvil } from '@/demo/anvil';
import { asHex, asList, asRecord } from '@/demo/node-request';
import { FAILURE_TRACER, type FailedFrame, readFailureTrace } from '@/lib/evm/failure-trace';
import { bufferToHex } from '@/lib/evm/hex';
import { type CodeOutline, functionAt, locateFailure } from '@/lib/evm/locate-failure';
import { readSourceMap, type SourceRange } from '@/lib/evm/source-map';
import { outlineSources } from '@/lib/verification/outline-sources';
import { FAILURE_ARGUMENTS, FAILURE_SETTINGS, FAILURE_SOURCES } from '../support/failure-cases';
import { provide } from '../support/provide';
import { compileProject, getCompiled } from '../support/solidity-project';

const solc = z
  .object({ compile: z.function({ input: [z.string()], output: z.string() }) })
  .parse(createRequire(import.meta.url)('solc'));
const TEXTS: Readonly<Record<string, string>> = FAILURE_SOURCES;
/** Where a person says that each case fails: `path:line`. */
const EXPECTED = new Map(
  Object.entries(TEXTS).flatMap(([path, text]) =>
    text.split('\n').flatMap((line, at) => {
      const name = /\/\/ @(\w+)/.exec(line)?.[1];
      return name === undefined ? [] : [[name, `${path}:${at + 1}`] as const];
    }),
  ),
);

/**
 * Where optimizers leave too little: equal ends of blocks are merged across functions, and code that is inlined loses its
 * source. The line told is then that of the call, or of another check that returns the same,
 * and is said to be a guess.
 */
const MISSED: Readonly<Record<string, readonly string[]>> = {
  optimized: ['missingContract'],
  ir: ['boundsInInternalLibrary', 'constructorDivision'],
};

/** How many of a kind are guesses at most. */
const MAX_GUESSED: Readonly<Record<string, number>> = { optimized: 1, ir: 13 };

const anvil = await provide(startAnvil({ timestamp: 1_767_225_600 }));
let from: string;

beforeAll(async () => {
  from = asHex(asList(await anvil.request('eth_accounts'))[0]);
});

async function send(transaction: object): Promise<Readonly<Record<string, unknown>>> {
  const hash = await anvil.request('eth_sendTransaction', [{ from, gas: '0x200000', ...transaction }]);
  await anvil.request('evm_mine');
  return asRecord(await anvil.request('eth_getTransactionReceipt', [hash]));
}

async function deploy(data: string, args = ''): Promise<string> {
  const receipt = await send({ data: `0x${data}${args}`, gas: '0x1000000' });
  if (receipt.status !== '0x1') throw new Error('not deployed');
  return asHex(receipt.contractAddress);
}

test.each(Object.entries(FAILURE_SETTINGS))(
  'the line that a person names, compiled %s',
  async (kind, settings) => {
    const found = new Map<string, string>();
    const guessed: string[] = [];
    const stacks = new Map<string, string[]>();
    const project = compileProject(FAILURE_SOURCES, { ...settings, evmVersion: 'cancun' });
    const outer = await deploy(getCompiled(project, 'Outer').evm.bytecode.object);
    const child = await deploy(getCompiled(project, 'Child').evm.bytecode.object, word(1));
    const logic = await deploy(getCompiled(project, 'Logic').evm.bytecode.object);
    const linked = getCompiled(project, 'Main').evm.bytecode.object.replace(/__.{36}__/g, outer.slice(2));
    const main = await deploy(linked, word(BigInt(child)) + word(BigInt(logic)));
    const names = new Map([
      [outer, { path: 'src/Lib.sol', name: 'Outer' }],
      [child, { path: 'src/Child.sol', name: 'Child' }],
      [logic, { path: 'src/Child.sol', name: 'Logic' }],
      [main, { path: 'src/Main.sol', name: 'Main' }],
    ]);
    const input = {
      language: 'Solidity' as const,
      sources: Object.fromEntries(Object.entries(TEXTS).map(([path, content]) => [path, { content }])),
      settings: { ...settings, evmVersion: 'cancun' },
    };
    const outlines = new Map<string, CodeOutline>();
    const outlineOf = ({ code, input: init }: FailedFrame, creator: string | undefined): CodeOutline => {
      const address = code === null ? (creator ?? '') : bufferToHex(code);
      const target = names.get(address);
      if (!target) throw new Error(`no contract is ${address}`);
      const key = code === null ? `${address} creates` : address;
      const known = outlines.get(key);
      if (known) return known;
      const result = outlineSources(
        {
          input,
          compilerVersion: '',
          compiler: '',
          target,
          ...(code === null && { initCode: bufferToHex(init) }),
        },
        solc.compile,
      );
      const map = result && readSourceMap(result.sourceMap, Buffer.from(result.code, 'hex'));
      if (!result || !map) throw new Error('no source map');
      const files = new Map(result.files.map(({ id, path }) => [id, path]));
      const outline = { ...result, map, files };
      outlines.set(key, outline);
      return outline;
    };
    for (const name of EXPECTED.keys()) {
      const abi = getCompiled(project, 'Main').abi.find((entry) => entry.name === name);
      const inputs = z.array(z.object({ type: z.string() })).parse(abi?.inputs);
      const data =
        toFunctionSelector(`${name}(${inputs.map(({ type }) => type).join(',')})`) +
        (inputs.length > 0 ? word(FAILURE_ARGUMENTS[name] ?? 2n) : '');
      const receipt = await send({ to: main, data, gas: '0x100000' });
      expect(receipt.status, name).toBe('0x0');
      const answer = await anvil.request('debug_traceTransaction', [
        receipt.transactionHash,
        { tracer: FAILURE_TRACER },
      ]);
      const trace = readFailureTrace(answer);
      const frame = trace?.frames.at(-1);
      if (!trace || !frame) throw new Error(`${name}: no trace: ${JSON.stringify(answer).slice(0, 500)}`);
      const creator = trace.frames.at(-2)?.code;
      const outline = outlineOf(frame, creator ? bufferToHex(creator) : undefined);
      const { place, callers, isGuess } = locateFailure(outline, frame);
      if (isGuess) guessed.push(name);
      const say = (range: SourceRange) => {
        const path = outline.files.get(range.file) ?? '';
        const line = Buffer.from(TEXTS[path] ?? '')
          .subarray(0, range.start)
          .toString()
          .split('\n').length;
        return `${path}:${line}`;
      };
      found.set(name, place === undefined ? 'nowhere' : say(place));
      stacks.set(
        name,
        [...callers, ...(place ? [place] : [])].map(
          (range) => `${functionAt(outline, range)?.name}@${say(range)}`,
        ),
      );
    }
    const wrong = [...EXPECTED].filter(([name, line]) => found.get(name) !== line).map(([name]) => name);
    console.info(
      `compiled ${kind}: ${EXPECTED.size - wrong.length} of ${EXPECTED.size}, guessed: ${guessed.join(', ')}`,
    );
    expect(wrong).toEqual(MISSED[kind] ?? []);
    // none that is wrong is said to be certain, and none guessed that the compiler tells
    expect(guessed).toEqual(expect.arrayContaining(wrong));
    expect(guessed.length, guessed.join(', ')).toBeLessThanOrEqual(MAX_GUESSED[kind] ?? 0);
    const at = (line: number) => `Main.deep@src/Main.sol:${line}`;
    const last = Number(EXPECTED.get('deep')?.split(':')[1]);
    if (kind.startsWith('plain'))
      expect(stacks.get('deep')).toEqual([last + 1, last + 1, last + 1, last].map(at));
  },
  240_000,
);

const word = (value: bigint | number) => BigInt(value).toString(16).padStart(64, '0');
