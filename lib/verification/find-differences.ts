import type { SolidityOutputContract } from '@ethereum-sourcify/compilers-types';
import { type CodeRange, findMetadataHashes, readCodeMetadata } from '@/lib/evm/code-metadata';
import { hexToBuffer } from '@/lib/evm/hex';
import { isRecord } from '@/lib/evm/is-record';
import { disassemble, findMetadata } from '@/lib/evm/opcodes';
import { type MessageCode, type MessageParams, message } from '@/lib/messages/message';
import type { Finding, SourceCheck } from './source-check';

/** A compiled contract, beside the deployed one that it is claimed to be. */
export type Comparison = Readonly<{
  check: SourceCheck;
  compiled: SolidityOutputContract['evm'];
  /** What the comparison of the whole found: it tries more than this does. */
  match: 'exact' | 'partial' | undefined;
}>;

type Code = Readonly<{ bytes: Buffer; masked: readonly CodeRange[] }>;
type Part = Finding['part'];

const MAX_LIBRARIES = 10;
const ADDRESS_BYTES = 20;
const ADDRESS = /^0x[0-9a-f]{40}$/;
/** Code after a fork has its opcodes everywhere; a byte of data looks like one here and there. */
const MIN_USES = 3;
const FORK_OPCODES = ['PUSH0', 'MCOPY'] as const;

/**
 * Compares a contract with what its claimed sources compile to, part by part: the compiler, settings, code, hash of
 * metadata, constructor and libraries. The code is compared without what a deployment fills in.
 */
export function findDifferences(comparison: Comparison): Finding[] {
  const { check, compiled } = comparison;
  const deployed = hexToBuffer(check.runtimeCode);
  const runtime = readCompiled(compiled.deployedBytecode);
  return [
    compareCompilers(comparison, deployed),
    compareSettings(comparison, [deployed, runtime.bytes]),
    compareBodies(comparison, [deployed, runtime]),
    compareMetadata(comparison, [deployed, runtime.bytes]),
    compareConstructors(comparison),
    ...compareLibraries(comparison, deployed),
  ];
}

/** A part of a comparison; `isSame` is null where the code does not tell. */
function finding(part: Part, isSame: boolean | null, [code, params]: [MessageCode, MessageParams?]): Finding {
  return { part, is_same: isSame, ...message(code, params) };
}

function compareCompilers({ check: { compilerVersion } }: Comparison, deployed: Buffer): Finding {
  const { solc } = readCodeMetadata(deployed);
  const [compiled = ''] = compilerVersion.split('+');
  if (solc === undefined) return finding('compiler', null, ['found_compiler_unnamed', { compiled }]);
  return solc === compiled
    ? finding('compiler', true, ['found_compiler_same', { compiled }])
    : finding('compiler', false, ['found_compiler_other', { deployed: solc, compiled }]);
}

function compareSettings(
  { check, match }: Comparison,
  [deployed, compiled]: readonly [Buffer, Buffer],
): Finding {
  if (match !== undefined) return finding('settings', true, [`found_settings_${match}`]);
  const { optimizer, evmVersion } = check.input.settings;
  const evm = typeof evmVersion === 'string' ? evmVersion : 'default';
  for (const opcode of FORK_OPCODES) {
    const [there, here] = [countUses(deployed, opcode), countUses(compiled, opcode)];
    if (there >= MIN_USES && here === 0)
      return finding('settings', false, ['found_evm_newer', { opcode, evm }]);
    if (here >= MIN_USES && there === 0)
      return finding('settings', false, ['found_evm_older', { opcode, evm }]);
  }
  const runs = Number(optimizer?.runs ?? 200);
  const state = optimizer?.enabled === true ? 'on' : 'off';
  return finding('settings', null, ['found_settings_used', { optimizer: state, runs, evm }]);
}

function countUses(code: Buffer, opcode: string): number {
  let count = 0;
  for (const { name } of disassemble(code.subarray(0, findMetadata(code)))) if (name === opcode) count += 1;
  return count;
}

function compareBodies({ match }: Comparison, [deployed, compiled]: readonly [Buffer, Code]): Finding {
  const [theirs, ours] = [deployed, compiled.bytes].map((code) => code.subarray(0, findMetadata(code)));
  const size = theirs?.length ?? 0;
  if (match !== undefined) return finding('code', true, ['found_code_same', { size }]);
  if (!theirs || !ours || size !== ours.length)
    return finding('code', false, ['found_code_size', { deployed: size, compiled: ours?.length ?? 0 }]);
  const differing = listDiffering(theirs, { bytes: ours, masked: compiled.masked });
  const [first] = differing;
  return first === undefined
    ? finding('code', true, ['found_code_same', { size }])
    : finding('code', false, ['found_code_bytes', { size, count: differing.length, first }]);
}

/** Offsets at which codes of one size differ, apart from what is masked. */
function listDiffering(deployed: Buffer, { bytes, masked }: Code): number[] {
  const [theirs, ours] = [zero(deployed, masked), zero(bytes, masked)];
  return [...theirs.keys()].filter((at) => theirs[at] !== ours[at]);
}

function compareMetadata({ match }: Comparison, [deployed, compiled]: readonly [Buffer, Buffer]): Finding {
  if (match === 'exact') return finding('metadata', true, ['found_metadata_same']);
  const [theirs, ours] = [readCodeMetadata(deployed).hash, readCodeMetadata(compiled).hash];
  if (theirs === undefined) return finding('metadata', null, ['found_metadata_missing']);
  return ours?.equals(theirs)
    ? finding('metadata', true, ['found_metadata_same'])
    : finding('metadata', false, ['found_metadata_other']);
}

function compareConstructors({ check, compiled }: Comparison): Finding {
  if (check.creationCode === null) return finding('constructor', null, ['found_constructor_unknown']);
  const creation = hexToBuffer(check.creationCode);
  const code = readCompiled(compiled.bytecode);
  const size = creation.length - code.bytes.length;
  return size >= 0 && listDiffering(creation.subarray(0, code.bytes.length), code).length === 0
    ? finding('constructor', true, ['found_constructor_same', { size }])
    : finding('constructor', false, ['found_constructor_other']);
}

/** Those that the settings name, and those that they leave open, as far as the code tells. */
function compareLibraries({ check, compiled, match }: Comparison, deployed: Buffer): Finding[] {
  const { libraries } = check.input.settings;
  const set = Object.values(isRecord(libraries) ? libraries : {}).flatMap((byName) =>
    Object.entries(isRecord(byName) ? byName : {}).flatMap(([name, given]): Finding[] => {
      const address = String(given).toLowerCase();
      if (!ADDRESS.test(address)) return [];
      if (check.runtimeCode.includes(address.slice(2)))
        return [finding('libraries', true, ['found_library_at', { name, address }])];
      // It may be used by another contract of the sources.
      return match === undefined
        ? [finding('libraries', null, ['found_library_elsewhere', { name, address }])]
        : [];
    }),
  );
  const open = Object.values(compiled.deployedBytecode.linkReferences ?? {}).flatMap((byName) =>
    Object.entries(byName).map(([name, [place]]): Finding => {
      if (match === undefined || place === undefined)
        return finding('libraries', null, ['found_library_open', { name }]);
      const bytes = deployed.subarray(place.start, place.start + ADDRESS_BYTES);
      return finding('libraries', true, [
        'found_library_at',
        { name, address: `0x${bytes.toString('hex')}` },
      ]);
    }),
  );
  return [...set, ...open].slice(0, MAX_LIBRARIES);
}

/** The compiler's code, and where a deployment or other metadata fill in; zeros stand where libraries are not linked. */
function readCompiled({
  object,
  linkReferences = {},
  immutableReferences = {},
}: Partial<SolidityOutputContract['evm']['deployedBytecode']>): Code {
  const links = Object.values(linkReferences).flatMap((byName) => Object.values(byName).flat());
  const hex = (object ?? '').replace(/^0x/, '').replace(/[^0-9a-f]/gi, '0');
  const code = Buffer.from(hex, 'hex');
  const masked: CodeRange[] = [
    ...links,
    ...Object.values(immutableReferences).flat(),
    // A library begins with PUSH20 of its own address, zero until it is deployed.
    ...(hex.startsWith(`73${'00'.repeat(ADDRESS_BYTES)}3014`) ? [{ start: 1, length: ADDRESS_BYTES }] : []),
    ...findMetadataHashes(code),
  ];
  return { bytes: code, masked };
}

function zero(code: Buffer, ranges: readonly CodeRange[]): Buffer {
  const copy = Buffer.from(code);
  for (const { start, length } of ranges) copy.subarray(start, start + length).fill(0);
  return copy;
}
