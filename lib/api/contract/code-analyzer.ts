import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { z } from 'zod';
import { hashCode } from '@/lib/db/hash-code';
import type { FoundFunction } from '@/lib/evm/guess-functions';
import { bufferToHex, type Hex } from '@/lib/evm/hex';
import { createCache } from '../cache';

/** A variable that code reads or writes: `slot` as 32 bytes, `reads` and `writes` the selectors of functions that do. */
type FoundVariable = Readonly<{
  slot: Hex;
  offset: number;
  type: string;
  reads: Hex[];
  writes: Hex[];
}>;

/** What bytecode tells; empty where that could not be found out in time. */
type CodeFacts = Readonly<{ functions: FoundFunction[]; storage: FoundVariable[] }>;

/** Finds out what runtime code tells; undefined while too much waits. Never rejects. */
export type CodeAnalyzer = (code: Buffer) => Promise<CodeFacts | undefined>;

/** Built from bin/analyze-code.ts into the folder of the program that starts it. */
const PROGRAM = './analyze-code.mjs';
/** Bytes of the longest code that is analyzed, as of 64 KiB that chains allow at most. */
const MAX_CODE = 64 * 1024;
const LIMITS = { timeMs: 2_000, waiting: 8, idleMs: 30_000, heapMib: 64, wasmPages: 1_024, types: 1_000 };
/** How long a request waits; the analysis goes on for the next one. */
const WAIT_MS = 2_500;
const TTL_MS = 3_600_000;
const NOTHING: CodeFacts = { functions: [], storage: [] };

const selector = z
  .string()
  .regex(/^[0-9a-f]{8}$/)
  .transform((digits): Hex => `0x${digits}`);
const typeText = z.string().max(LIMITS.types);
const reply = z.object({
  functions: z
    .array(
      z
        .object({ selector, arguments: typeText.optional(), stateMutability: z.string().optional() })
        .transform(({ stateMutability = null, arguments: types = null, ...rest }) => ({
          ...rest,
          argument_types: types,
          state_mutability: stateMutability,
        })),
    )
    .optional(),
  storage: z
    .array(
      z.object({
        slot: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .transform((digits): Hex => `0x${digits}`),
        offset: z.int().min(0).max(31),
        type: typeText,
        reads: z.array(selector),
        writes: z.array(selector),
      }),
    )
    .optional(),
});

type Options = Readonly<{ program?: string; timeMs?: number; waitMs?: number }>;

/** Analyzes code in a process of its own, one after another, bounded in time and memory; results are kept for an hour. */
export function createCodeAnalyzer(options: Options = {}): CodeAnalyzer {
  const { program = fileURLToPath(new URL(PROGRAM, import.meta.url)), waitMs = WAIT_MS } = options;
  const { timeMs = LIMITS.timeMs } = options;
  const cache = createCache<CodeFacts | undefined>({
    ...{ name: 'code_facts', ttlMs: TTL_MS, maxKeys: 1_000 },
    isCacheable: (facts) => facts !== undefined,
  });
  const limit = pLimit(1);
  let running: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  const analyze = async (code: Buffer) => {
    clearTimeout(idle);
    const child = running ?? start(program);
    running = child;
    const facts = await ask(child, code, timeMs);
    if (child.exitCode !== null || child.signalCode !== null || !child.connected) running = undefined;
    idle = setTimeout(() => {
      running?.kill('SIGKILL');
      running = undefined;
    }, LIMITS.idleMs).unref();
    return facts;
  };
  return (code) => {
    if (code.length === 0 || code.length > MAX_CODE) return Promise.resolve(NOTHING);
    const found = cache(bufferToHex(hashCode(code)), async () =>
      limit.pendingCount >= LIMITS.waiting ? undefined : limit(analyze, code),
    );
    return Promise.race([found, delay(waitMs, undefined, { ref: false })]);
  };
}

function start(program: string): ChildProcess {
  const { heapMib, wasmPages } = LIMITS;
  const flags = [`--max-old-space-size=${heapMib}`, `--wasm-max-mem-pages=${wasmPages}`];
  const child = spawn(process.execPath, [...flags, program], {
    // Without this process's environment, which has the operator's secrets.
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // It does not keep the api alive.
  child.unref();
  child.channel?.unref();
  return child;
}

/** What it tells in time. It is killed where it does not, as it would go on. */
async function ask(child: ChildProcess, code: Buffer, timeMs: number): Promise<CodeFacts> {
  let facts = NOTHING;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      child.off('message', receive).off('exit', end).off('error', kill);
      resolve();
    };
    const kill = () => {
      child.kill('SIGKILL');
      if (child.pid === undefined) end();
    };
    const timer = setTimeout(kill, timeMs);
    const receive = (raw: unknown) => {
      const { data } = reply.safeParse(raw);
      if (data === undefined) return kill();
      facts = { ...facts, ...(data.functions && { functions: data.functions }) };
      if (data.storage === undefined) return;
      facts = { ...facts, storage: data.storage };
      end();
    };
    child.on('message', receive).on('exit', end).on('error', kill);
    child.send({ code: bufferToHex(code) }, (error) => error && kill());
  });
  return facts;
}
