import type { SolidityJsonInput, SolidityOutput } from '@ethereum-sourcify/compilers-types';
import {
  type CompilationTarget,
  type ISolidityCompiler,
  SolidityCompilation,
  SourcifyChain,
  setLibSourcifyLoggerLevel,
  Verification,
  VerificationError,
} from '@ethereum-sourcify/lib-sourcify';
import { isRecord } from '@/lib/evm/is-record';
import { type Message, type MessageCode, message } from '@/lib/messages/message';
import { findDifferences } from './find-differences';
import type { CheckResult, Finding, SourceCheck } from './source-check';

/** Compiles a standard JSON input; text to text. */
export type Compile = (input: string) => string;

const SILENT = -1;
const MAX_ERRORS = 20;
const MAX_ERROR_CHARS = 5_000;
const OUTPUT_SELECTION = {
  '*': {
    '*': [
      ...['abi', 'evm.bytecode.object', 'evm.bytecode.linkReferences', 'evm.deployedBytecode.object'],
      ...['evm.deployedBytecode.linkReferences', 'evm.deployedBytecode.immutableReferences'],
    ],
  },
};

type Compiler = Readonly<{ compile(input: object): Promise<SolidityOutput> }>;
/** Mismatch messages, by the codes of the library. */
const REASONS: ReadonlyMap<string, MessageCode> = new Map([
  ['bytecode_length_mismatch', 'code_length_differs'],
  ['extra_file_input_bug', 'files_differ'],
]);

type MatchResult = Extract<CheckResult, { outcome: 'matched' }>;

/** Compiles the sources and compares the output with the contract. */
export async function checkSource(check: SourceCheck, compile: Compile): Promise<CheckResult> {
  setLibSourcifyLoggerLevel(SILENT);
  const compiler = createCompiler(compile);
  const output = await compiler.compile({
    ...check.input,
    settings: { ...check.input.settings, outputSelection: OUTPUT_SELECTION },
  });
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return { outcome: 'compiler errors', errors: readErrors(errors) };
  const targets = listTargets(output, check);
  const results: (MatchResult | MessageCode)[] = [];
  for (const target of targets) {
    const result = await checkTarget(check, compiler, target);
    results.push(result);
    if (typeof result !== 'string' && result.isExact) break;
  }
  const matches = results.flatMap((result) => (typeof result === 'string' ? [] : [result]));
  const matched = matches.find(({ isExact }) => isExact) ?? matches[0];
  if (matched) return { ...matched, findings: describe(check, output, matched) };
  const nearest = findNearest(check, output, targets);
  const reason = explainMismatch(check, results);
  return {
    outcome: 'no match',
    reason,
    ...(nearest && { name: nearest.name, findings: describe(check, output, nearest) }),
  };
}

/** A contract of the compiler's output beside the deployed one. */
function describe(
  check: SourceCheck,
  { contracts }: SolidityOutput,
  found: CompilationTarget | MatchResult,
): Finding[] {
  const compiled = contracts?.[found.path]?.[found.name]?.evm;
  const match = 'isExact' in found ? (found.isExact ? 'exact' : 'partial') : undefined;
  return compiled ? findDifferences({ check, compiled, match }) : [];
}

/** The contract whose code has the size that is nearest to that of the deployed one. */
function findNearest(
  { runtimeCode }: SourceCheck,
  { contracts }: SolidityOutput,
  targets: readonly CompilationTarget[],
): CompilationTarget | undefined {
  const distances = targets.map((target) => {
    const { object = '' } = contracts?.[target.path]?.[target.name]?.evm.deployedBytecode ?? {};
    return Math.abs(object.replace(/^0x/, '').length - runtimeCode.length + 2);
  });
  return targets[distances.indexOf(Math.min(...distances))];
}

function explainMismatch(
  { target }: SourceCheck,
  [only, other]: readonly (MatchResult | MessageCode)[],
): Message {
  if (typeof only === 'string') return message(other === undefined ? only : 'code_differs');
  return target === undefined
    ? message('source_without_code')
    : message('source_missing', { name: target.name });
}

/** Each input is compiled once: the library compiles for each contract that it tries. */
function createCompiler(compile: Compile): Compiler {
  const known = new Map<string, SolidityOutput>();
  return {
    compile: async (input) => {
      const text = JSON.stringify(input);
      const output: SolidityOutput = known.get(text) ?? JSON.parse(compile(text));
      known.set(text, output);
      return output;
    },
  };
}

function readErrors(errors: NonNullable<SolidityOutput['errors']>): string[] {
  return errors
    .slice(0, MAX_ERRORS)
    .map(({ formattedMessage, message }) => (formattedMessage ?? message).slice(0, MAX_ERROR_CHARS));
}

/** The contracts that have code, or the target. */
function listTargets({ contracts }: SolidityOutput, { target }: SourceCheck): CompilationTarget[] {
  return Object.entries(contracts ?? {}).flatMap(([path, byName]) =>
    Object.entries(byName).flatMap(([name, { evm }]) => {
      const isMeant =
        (target?.path === undefined || target.path === path) &&
        (target === undefined || target.name === name);
      return isMeant && !['', '0x'].includes(evm.deployedBytecode.object) ? [{ path, name }] : [];
    }),
  );
}

/** A match, or why there is none. */
async function checkTarget(
  check: SourceCheck,
  compiler: Compiler,
  target: CompilationTarget,
): Promise<MatchResult | MessageCode> {
  const compilation = compilationOf(check, compiler, target);
  const creation = check.creationCode === null ? undefined : 'known';
  const verification = new Verification(compilation, chainOf(check), check.address, creation);
  try {
    await verification.verify();
  } catch (error) {
    if (error instanceof VerificationError) return REASONS.get(error.code) ?? 'code_differs';
    throw error;
  }
  const { runtimeMatch, creationMatch } = verification.status;
  const { runtime, creation: ofCreation } = verification.transformations;
  const { contractCompilerOutput } = verification.compilation;
  return {
    outcome: 'matched',
    isExact: runtimeMatch === 'perfect' || creationMatch === 'perfect',
    name: target.name,
    path: target.path,
    compilerVersion: check.compilerVersion,
    abi: contractCompilerOutput.abi,
    constructorArguments: ofCreation.values.constructorArguments ?? null,
    libraries: {
      ...readLinked(check),
      ...verification.libraryMap.creation,
      ...verification.libraryMap.runtime,
      ...runtime.values.libraries,
    },
    storageLayout:
      'storageLayout' in contractCompilerOutput ? (contractCompilerOutput.storageLayout ?? null) : null,
  };
}

function compilationOf(
  { compilerVersion, input }: SourceCheck,
  compiler: Compiler,
  target: CompilationTarget,
) {
  const solidity: ISolidityCompiler = {
    compile: (_, standardJson: SolidityJsonInput) => compiler.compile(standardJson),
  };
  return new SolidityCompilation(solidity, compilerVersion, input, target);
}

/** The data that the library would fetch from a node. */
function chainOf({ chainId, runtimeCode, creationCode }: SourceCheck): SourcifyChain {
  const chain = new SourcifyChain({
    name: '',
    chainId,

    rpcs: [{ rpc: 'http://127.0.0.1:9' }],
    supported: true,
  });
  return Object.assign(chain, {
    getBytecode: async () => runtimeCode,
    getTx: async () => ({ blockNumber: null, from: '' }),
    getContractCreationBytecodeAndReceipt: async () => ({
      creationBytecode: creationCode ?? '',
      txReceipt: { index: 0 },
    }),
  });
}

/** The libraries that the settings link and the contract has in its code, by qualified name. */
function readLinked({ input, runtimeCode, creationCode }: SourceCheck): Record<string, string> {
  const code = `${runtimeCode}${creationCode ?? ''}`;
  const { libraries } = input.settings;
  return Object.fromEntries(
    Object.entries(isRecord(libraries) ? libraries : {}).flatMap(([path, byName]) =>
      Object.entries(isRecord(byName) ? byName : {}).flatMap(([name, address]) =>
        typeof address === 'string' && address.length === 42 && code.includes(address.slice(2).toLowerCase())
          ? [[`${path}:${name}`, address]]
          : [],
      ),
    ),
  );
}
