import type { z } from 'zod';
import type { SimulationField, SimulationTexts } from '@/components/simulation/simulation-fields';
import { ADDRESS_HASH, HASH } from '@/lib/endpoints/formats';
import type { simulationRequest } from '@/lib/endpoints/simulation';
import { type ContractFunction, encodeCall, parseAmount } from '@/lib/evm/call-form';
import { t } from '@/lib/language/t';

type Request = z.input<typeof simulationRequest>;
type Overrides = NonNullable<Request['overrides']>;
type Call = NonNullable<Request['calls']>[number];

/** What a form wants of the API, or the problems of its fields, by their names. */
export type ReadInput = Readonly<{ request: Request } | { problems: ReadonlyMap<string, string> }>;

const BYTES = /^0x([0-9a-fA-F]{2})*$/;
const COUNT = /^\d{1,15}$/;

/** Reads the texts of the form; `target` is the function whose form was filled in, if any. */
export function readInput(texts: SimulationTexts, target: ContractFunction | undefined): ReadInput {
  const problems = new Map<string, string>();
  const text = (name: SimulationField) => texts[name]?.trim() ?? '';
  const check = (name: SimulationField, form: RegExp, problem: string) => {
    if (text(name) !== '' && !form.test(text(name))) problems.set(name, problem);
    return text(name) === '' ? undefined : text(name);
  };
  const from = check('from', ADDRESS_HASH, t('Enter an address, or leave empty.'));
  const to = check('to', ADDRESS_HASH, t('Enter an address, or leave empty to create a contract.'));
  const data = readData(texts, target, problems);
  const gas = check('gas', COUNT, t('Enter a whole number.'));
  const block = check('block', COUNT, t('Enter a block number, or leave empty for the latest block.'));
  const position = check('position', COUNT, t('Enter a whole number.'));
  const value = parseAmount(text('value'));
  if (value === undefined) problems.set('value', t('Enter an amount such as 0.5.'));
  const overrides = readOverrides(text('overrides'));
  if (overrides === undefined)
    problems.set('overrides', t('Enter one override per line, as in the example.'));
  const more = readMore(text('more'));
  if (more === undefined) problems.set('more', t('Enter one call per line, as in the example.'));
  if (problems.size > 0 || value === undefined || overrides === undefined || more === undefined)
    return { problems };
  const first = {
    ...{ from, to: to ?? null, data: data ?? '0x', value: String(value) },
    ...(gas !== undefined && { gas: Number(gas) }),
  };
  return {
    request: {
      ...(HASH.test(text('tx')) && { transaction_hash: text('tx') }),
      ...(block !== undefined && { block_number: Number(block) }),
      position: position === undefined ? null : Number(position),
      calls: [first, ...more],
      overrides,
    },
  };
}

function readData(
  texts: SimulationTexts,
  target: ContractFunction | undefined,
  problems: Map<string, string>,
): string | undefined {
  if (target !== undefined && texts.input === 'form') {
    const parameters = Object.entries(texts).filter(([name]) => /^a\d/.test(name));
    const encoded = encodeCall(
      target.item,
      new Map(parameters.map(([name, value]) => [name.slice(1), value])),
    );
    if ('data' in encoded) return encoded.data;
    for (const [place, problem] of encoded.problems) problems.set(`a${place}`, problem);
    return undefined;
  }
  const data = (texts.data ?? '').replace(/\s+/g, '');
  if (data !== '' && !BYTES.test(data)) problems.set('data', t('Enter bytes as hex, beginning with 0x.'));
  return data === '' ? undefined : data;
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([first]) => first !== '');

/** `0x… balance 1.5`, `0x… nonce 3`, `0x… code 0x…`, `0x… slot 0x… 0x…`, one a line. */
function readOverrides(text: string): Overrides | undefined {
  const overrides: Record<string, Overrides[string]> = {};
  for (const [address = '', what, value = '', last = ''] of linesOf(text)) {
    if (!ADDRESS_HASH.test(address)) return undefined;
    const key = address.toLowerCase();
    const known = overrides[key] ?? {};
    const balance = what === 'balance' ? parseAmount(value) : undefined;
    if (balance !== undefined) overrides[key] = { ...known, balance: String(balance) };
    else if (what === 'nonce' && COUNT.test(value))
      overrides[key] = { ...known, nonce: String(Number(value)) };
    else if (what === 'code' && BYTES.test(value)) overrides[key] = { ...known, code: value };
    else if (what === 'slot' && toWord(value) && toWord(last))
      overrides[key] = { ...known, storage: { ...known.storage, [toWord(value)]: toWord(last) } };
    else return undefined;
  }
  return overrides;
}

/** A number, decimal or hex, as 32 bytes; empty if it is none. */
function toWord(text: string): string {
  if (!/^(0x[0-9a-fA-F]{1,64}|\d{1,77})$/.test(text)) return '';
  return `0x${BigInt(text).toString(16).padStart(64, '0')}`;
}

/** `from to data value`, one a line; what is missing at the end is empty. */
function readMore(text: string): Call[] | undefined {
  const calls: Call[] = [];
  for (const [from = '', to = '', data = '0x', amount = ''] of linesOf(text)) {
    const value = parseAmount(amount);
    const isValid = ADDRESS_HASH.test(from) && ADDRESS_HASH.test(to) && BYTES.test(data);
    if (!isValid || value === undefined) return undefined;
    calls.push({ from, to, data, value: String(value) });
  }
  return calls;
}
