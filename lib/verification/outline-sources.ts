import { z } from 'zod';
import { outlineTrees } from './outline-trees';
import { standardInput } from './source-check';

/** Compiles a standard JSON input; text to text. */
type Compile = (input: string) => string;

const path = z.string().max(1_000);
const hex = z.string().regex(/^0x([0-9a-f]{2})*$/);
/** What is compiled: the sources of a contract, for the code of it, or for init code of one among them. */
export const outlineRequest = z.object({
  input: standardInput,
  /** The version, with or without its commit, and the file of the compiler. */
  compilerVersion: z.string(),
  compiler: z.string(),
  target: z.object({ path, name: z.string() }),
  /** Init code of the contract that is meant instead of the target. */
  initCode: hex.optional(),
});
/** What is compiled. */
export type OutlineRequest = z.output<typeof outlineRequest>;

const range = { file: z.int().min(0), start: z.int().min(0), length: z.int().min(0) };
/** What the compiler tells of a contract's code; null where it tells nothing. */
export const outlineResult = z
  .object({
    /** Hex digits; addresses of libraries are zero. */
    code: z.string().regex(/^([0-9a-f]{2})*$/),
    sourceMap: z.string().max(8 * 1024 * 1024),
    files: z.array(z.object({ id: z.int().min(0), path })),
    functions: z.array(z.object({ ...range, name: z.string(), selector: z.string().optional() })),
    definitions: z.array(z.object(range)),
    reverts: z.array(z.object({ ...range, kind: z.string() })),
  })
  .nullable();
/** What the compiler tells of a contract's code. */
export type OutlineResult = z.output<typeof outlineResult>;

const bytecode = z.object({ object: z.string(), sourceMap: z.string().default('') });
const compiled = z.object({
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({ evm: z.object({ bytecode: bytecode.optional(), deployedBytecode: bytecode.optional() }) }),
      ),
    )
    .default({}),
  sources: z.record(z.string(), z.object({ id: z.int(), ast: z.unknown() })).default({}),
});
type Compiled = z.output<typeof compiled>;

/** Compiles sources; keeps the map of the contract that is meant, and the names of functions. */
export function outlineSources({ input, target, initCode }: OutlineRequest, compile: Compile): OutlineResult {
  const kind = initCode === undefined ? 'deployedBytecode' : 'bytecode';
  const wanted = [`evm.${kind}.object`, `evm.${kind}.sourceMap`];
  const outputSelection =
    initCode === undefined
      ? { [target.path]: { [target.name]: wanted }, '*': { '': ['ast'] } }
      : { '*': { '*': wanted, '': ['ast'] } };
  const settings = { ...input.settings, outputSelection, compilationTarget: undefined };
  const output = compiled.parse(JSON.parse(compile(JSON.stringify({ ...input, settings }))));
  const found =
    initCode === undefined
      ? output.contracts[target.path]?.[target.name]?.evm.deployedBytecode
      : findByInitCode(output, initCode.slice(2));
  if (found === undefined || found.object === '') return null;
  return {
    code: found.object.replace(/__.{36}__/g, '0'.repeat(40)),
    sourceMap: found.sourceMap,
    files: Object.entries(output.sources).map(([name, { id }]) => ({ id, path: name })),
    ...outlineTrees(Object.values(output.sources).map(({ ast }) => ast)),
  };
}

/** The longest code that the init code begins with: constructor arguments follow. */
function findByInitCode({ contracts }: Compiled, initCode: string) {
  const codes = Object.values(contracts).flatMap((byName) =>
    Object.values(byName).flatMap(({ evm }) => evm.bytecode ?? []),
  );
  return codes
    .filter(({ object }) => object !== '' && isLinkedFrom(initCode, object))
    .toSorted((one, other) => other.object.length - one.object.length)[0];
}

function isLinkedFrom(code: string, object: string): boolean {
  let at = 0;
  for (const part of object.split(/__.{36}__/)) {
    if (!code.startsWith(part, at)) return false;
    at += part.length + 40;
  }
  return true;
}
