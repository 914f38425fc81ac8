import { isRecord } from '@/lib/evm/is-record';
import { type StandardInput, standardInput } from '@/lib/verification/source-check';
import { type Problem, parseForm, type SentFile } from './read-form';

/** Sources and settings for the compiler; `target` is the contract to match. */
export type Submission = Readonly<{
  input: StandardInput;
  target: { name: string; path?: string } | undefined;
  /** As its metadata names it; undefined where the form does. */
  compiler?: string;
}>;

type Fields = Readonly<Record<string, string | undefined>>;

const NO_VYPER = { problem: 'Vyper is not supported: only Solidity and Yul.' };
/** As many as Etherscan's form has: each is looked for in all files. */
export const MAX_LIBRARIES = 10;
const MAX_RUNS = 2 ** 32 - 1;
const NAME = /^[A-Za-z_$][\w$]{0,254}$/;

/** A contract by its name, with or without its file; undefined for none. */
export function readTarget(text: string | undefined): Submission['target'] | Problem {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') return undefined;
  const at = trimmed.lastIndexOf(':');
  const name = trimmed.slice(at + 1);
  if (!NAME.test(name)) return { problem: `${trimmed.slice(0, 80)} is not a contract name.` };
  return at < 0 ? { name } : { name, path: trimmed.slice(0, at) };
}

/** The compiler's standard JSON input, as it was sent. */
export function readStandardInput(text: string): StandardInput | Problem {
  const json = parseForm(text);
  if (!isRecord(json)) return { problem: 'The standard JSON input is not JSON.' };
  if (json.language === 'Vyper') return NO_VYPER;
  const parsed = standardInput.safeParse(json);
  if (parsed.success)
    return Object.keys(parsed.data.sources).length > 0
      ? parsed.data
      : { problem: 'The standard JSON input has no sources.' };
  const [issue] = parsed.error.issues;
  return { problem: `The standard JSON input is not valid at ${issue?.path.join('.')}: ${issue?.message}.` };
}

/** Files, or one, with the settings of a form. */
export function fromFiles(files: readonly SentFile[], fields: Fields): StandardInput | Problem {
  const sources = Object.fromEntries(files.map(({ name, text }) => [name, { content: text }]));
  if (files.length === 0) return { problem: 'There is no source code.' };
  if (Object.keys(sources).length < files.length) return { problem: 'Two files have the same name.' };
  if (files.some(({ name }) => /\.vyi?$/i.test(name))) return NO_VYPER;
  const read = readSettings(files, fields);
  if ('problem' in read) return read;
  const isYul = fields.is_yul_contract === 'true' || files.every(({ name }) => name.endsWith('.yul'));
  return readStandardInput(
    JSON.stringify({ language: isYul ? 'Yul' : 'Solidity', sources, settings: read.settings }),
  );
}

function readSettings(files: readonly SentFile[], fields: Fields): { settings: object } | Problem {
  const { is_optimization_enabled = 'false', optimization_runs = '200', evm_version = '' } = fields;
  const runs = Number(optimization_runs || '200');
  if (!/^\d{0,10}$/.test(optimization_runs) || runs > MAX_RUNS)
    return { problem: 'The optimizer runs are not a whole number.' };
  const libraries = readLibraries(fields.libraries);
  if (libraries === undefined)
    return {
      problem: `Libraries must be a JSON object of at most ${MAX_LIBRARIES} addresses by name, {"Name": "0x…"}.`,
    };
  const linked = files.flatMap(({ name, text }) => {
    const here = Object.entries(libraries).filter(([library]) => text.includes(`library ${library}`));
    return here.length === 0 ? [] : [[name, Object.fromEntries(here)]];
  });
  const settings = {
    optimizer: { enabled: /^(true|1|on)$/.test(is_optimization_enabled), runs },
    ...(evm_version !== '' && evm_version.toLowerCase() !== 'default' && { evmVersion: evm_version }),
    ...(linked.length > 0 && { libraries: Object.fromEntries(linked) }),
  };
  return { settings };
}

function readLibraries(text: string | undefined): Record<string, string> | undefined {
  if (text === undefined || text.trim() === '') return {};
  const json = parseForm(text);
  if (!isRecord(json)) return undefined;
  if (Object.keys(json).length > MAX_LIBRARIES) return undefined;
  const entries = Object.entries(json).flatMap(([name, hash]): [string, string][] =>
    NAME.test(name) && typeof hash === 'string' && /^0x[0-9a-f]{40}$/i.test(hash) ? [[name, hash]] : [],
  );
  return entries.length === Object.keys(json).length ? Object.fromEntries(entries) : undefined;
}
