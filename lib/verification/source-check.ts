import type { SoliditySettings } from '@ethereum-sourcify/compilers-types';
import { z } from 'zod';
import { isRecord } from '@/lib/evm/is-record';
import type { Message } from '@/lib/messages/message';

/** Bytes of a request's sources, of a compiler's output, and of a result. */
export const CHECK_LIMITS = {
  input: 10 * 1024 * 1024,
  output: 64 * 1024 * 1024,
  /** Milliseconds of one check, and bytes of its process. */
  timeMs: 120_000,
  memory: 2 * 1024 * 1024 * 1024,
} as const;

const path = z.string().min(1).max(1_000);
/** The compiler checks them. */
const settings = z.custom<SoliditySettings>(isRecord, { error: 'settings must be an object' });

/** A standard JSON input of a compiler; a source is in it, never at a URL. */
export const standardInput = z.object({
  language: z.enum(['Solidity', 'Yul']),
  sources: z.record(path, z.object({ content: z.string({ error: 'a source must have its content' }) })),
  settings: settings.default({}),
});

/** A standard JSON input of a compiler. */
export type StandardInput = z.output<typeof standardInput>;

const hex = z.string().regex(/^0x([0-9a-f]{2})*$/);
/** Input of a check: a deployed contract and its claimed sources. */
export const sourceCheck = z.object({
  chainId: z.int(),
  address: hex,
  runtimeCode: hex,
  /** Init code with constructor arguments; null when it is not known. */
  creationCode: hex.nullable(),
  /** As the compiler names itself: `0.8.37+commit.…`. */
  compilerVersion: z.string(),
  /** The file of the compiler. */
  compiler: z.string(),
  input: standardInput,
  /** The contract to match; otherwise every one is tried. */
  target: z.object({ path: path.optional(), name: z.string().min(1).max(255) }).optional(),
});

/** Input of a check. */
export type SourceCheck = z.output<typeof sourceCheck>;

/** What was compared, part by part. */
const finding = z.object({
  part: z.enum(['compiler', 'settings', 'code', 'metadata', 'constructor', 'libraries']),
  /** Null where the code does not tell. */
  is_same: z.boolean().nullable(),
  message: z.string(),
  code: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
/** A part of a comparison. */
export type Finding = z.output<typeof finding>;
const findings = z.array(finding).optional();

/** Result of a check: the verified sources, or the mismatch. */
export const checkResult = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('matched'),
    /** The metadata is the same too, so every byte of the sources is. */
    isExact: z.boolean(),
    name: z.string(),
    path: z.string(),
    /** As the compiler names itself, commit included. */
    compilerVersion: z.string(),
    abi: z.array(z.unknown()),
    /** ABI-encoded; null when they are not known. */
    constructorArguments: hex.nullable(),
    /** Addresses by qualified name. */
    libraries: z.record(z.string(), z.string()),
    storageLayout: z.unknown().optional(),
    findings,
  }),
  z.object({ outcome: z.literal('compiler errors'), errors: z.array(z.string()) }),
  z.object({
    outcome: z.literal('no match'),
    reason: z.custom<Message>(isRecord),
    /** The contract that was compared; the one of the nearest size, if none is meant. */
    name: z.string().optional(),
    findings,
  }),
]);

/** What a check finds. */
export type CheckResult = z.output<typeof checkResult>;
