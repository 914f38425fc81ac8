import type { Abi, AbiEvent, AbiFunction, AbiParameter } from 'viem';
import { keccak256, stringToBytes } from 'viem/utils';
import { type AbiType, type AbiValue, decodeAbiValues, decodeAbiWord, readAbiType } from './abi-values';
import { bufferToHex, type Hex } from './hex';

/** A custom error of an ABI. */
export type AbiError = Extract<Abi[number], { type: 'error' }>;
/** A parameter and its value: numbers and booleans as text, addresses in EIP-55 form, bytes as `0x` hex. */
export type DecodedParameter = { name: string; type: string; value: AbiValue };
/** A decoded call or custom error in the API's form; `method_id` is 8 hex digits without `0x`. */
export type DecodedCall = { method_id: string; method_call: string; parameters: DecodedParameter[] };
/** A decoded log in the API's form; indexed dynamic values are given as their topic hash. */
export type DecodedLog = Omit<DecodedCall, 'parameters'> & {
  parameters: (DecodedParameter & { indexed: boolean })[];
};

type Declaration = Readonly<{ name: string; inputs: readonly AbiParameter[] }>;
type EventParameter = AbiEvent['inputs'][number];
type Parameter = Readonly<{ name: string; type: string; indexed: boolean; read: AbiType | undefined }>;
type ParsedItem = Readonly<{
  /** Keccak-256 of the signature: the event topic, or in its first 4 bytes the selector. */
  hash: Buffer;
  parameters: readonly Parameter[];
  /** Types of the non-indexed parameters; undefined when one is unknown. */
  types: readonly AbiType[] | undefined;
  text: string;
}>;

const SELECTOR_LENGTH = 4;

/** Decodes a call or custom error like the upstream API (1.3.1); undefined when selector or arguments mismatch. */
export function decodeCall(input: Buffer, item: AbiFunction | AbiError): DecodedCall | undefined {
  const { hash, types, parameters, text } = readItem(item);
  const selector = input.subarray(0, SELECTOR_LENGTH);
  if (!types || !selector.equals(hash.subarray(0, SELECTOR_LENGTH))) return undefined;
  const values = decodeAbiValues(types, input.subarray(SELECTOR_LENGTH));
  if (!values) return undefined;
  return {
    method_id: selector.toString('hex'),
    method_call: text,
    parameters: parameters.flatMap(({ name, type }, index) => {
      const value = values[index];
      return value === undefined ? [] : [{ name, type, value }];
    }),
  };
}

/** Decodes a log; undefined when its topic (an anonymous event has none), indexed parameters or data do not match the event. */
export function decodeLog(
  { topics, data }: Readonly<{ topics: readonly Buffer[]; data: Buffer }>,
  event: AbiEvent,
): DecodedLog | undefined {
  const { hash, types, parameters: declared, text } = readItem(event);
  const [topic] = topics;
  const indexedTopics = topics.slice(event.anonymous ? 0 : 1);
  if (topic === undefined || !types || !(event.anonymous || topic.equals(hash))) return undefined;
  if (indexedTopics.length !== declared.length - types.length) return undefined;
  const dataValues = decodeAbiValues(types, data);
  if (!dataValues) return undefined;
  const parameters: DecodedLog['parameters'] = [];
  for (const parameter of declared) {
    const { name, type, indexed } = parameter;
    const value = indexed ? readTopic(parameter, indexedTopics.shift()) : dataValues.shift();
    if (value === undefined) return undefined;
    parameters.push({ name, type, value, indexed });
  }
  return { method_id: topic.toString('hex', 0, SELECTOR_LENGTH), method_call: text, parameters };
}

/** Decodes the result of a function; undefined when it does not match, or the ABI has no outputs. */
export function decodeResult(output: Buffer, { outputs }: AbiFunction): DecodedParameter[] | undefined {
  if (outputs.length === 0) return undefined;
  const parameters = outputs.map((declared) => ({
    name: declared.name ?? '',
    type: expandType(declared),
    read: readAbiType(declared),
  }));
  const types = parameters.flatMap(({ read }) => read ?? []);
  const values = types.length === parameters.length ? decodeAbiValues(types, output) : undefined;
  return values?.flatMap((value, at) => {
    const { name = '', type } = parameters[at] ?? {};
    return type === undefined ? [] : [{ name, type, value }];
  });
}

/** The 4-byte selector of a function or error, as hex. */
export function itemSelector(item: AbiFunction | AbiError): Hex {
  return bufferToHex(selectorBytes(item));
}

/** The declaration in the form of `method_call`. */
export function itemText(item: AbiFunction | AbiError | AbiEvent): string {
  return readItem(item).text;
}

/** The first topic of an event, in lower-case hex. */
export function eventTopic(event: AbiEvent): Hex {
  return bufferToHex(readItem(event).hash);
}

function selectorBytes(item: AbiFunction | AbiError): Buffer {
  return readItem(item).hash.subarray(0, SELECTOR_LENGTH);
}

const parsedItems = new WeakMap<Declaration, ParsedItem>();

function readItem(item: AbiFunction | AbiError | AbiEvent): ParsedItem {
  const cached = parsedItems.get(item);
  if (cached) return cached;
  const parameters = item.inputs.map((input, index) => readParameter(input, index, item.type === 'event'));
  const nonIndexed = parameters.filter(({ indexed }) => !indexed);
  const types = nonIndexed.flatMap(({ read }) => read ?? []);
  const declarations = parameters.map(
    ({ name, type, indexed }) => `${type} ${indexed ? 'indexed ' : ''}${name}`,
  );
  const parsed = {
    hash: Buffer.from(keccak256(stringToBytes(signatureText(item)), 'bytes')),
    parameters,
    types: types.length === nonIndexed.length ? types : undefined,
    text: `${item.name}(${declarations.join(', ')})`,
  };
  parsedItems.set(item, parsed);
  return parsed;
}

function readParameter(input: AbiParameter | EventParameter, index: number, isOfEvent: boolean): Parameter {
  return {
    name: input.name || `arg${index}`,
    type: expandType(input),
    indexed: isOfEvent && 'indexed' in input && input.indexed === true,
    read: readAbiType(input),
  };
}

function signatureText({ name, inputs }: Declaration): string {
  return `${name}(${inputs.map(expandType).join(',')})`;
}

/** Expands tuples: `tuple[]` of a string and a number becomes `(string,uint256)[]`. */
function expandType(parameter: AbiParameter): string {
  if (!('components' in parameter)) return parameter.type;
  const components = `(${parameter.components.map(expandType).join(',')})`;
  return `${components}${parameter.type.slice('tuple'.length)}`;
}

function readTopic({ read }: Parameter, topic: Buffer | undefined): string | undefined {
  if (!read || !topic) return undefined;
  return read.kind === 'word' ? decodeAbiWord(read, topic) : bufferToHex(topic);
}
