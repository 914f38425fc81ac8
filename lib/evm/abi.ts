import type { Abi, AbiEvent, AbiFunction, AbiParameter } from 'viem';
import { keccak256, stringToBytes } from 'viem/utils';
import { type AbiType, type AbiValue, decodeAbiValues, decodeAbiWord, readAbiType } from './abi-values';
import { bufferToHex, type Hex } from './hex';

/** A custom error of an interface. */
export type AbiError = Extract<Abi[number], { type: 'error' }>;
/** A parameter with its value: numbers and booleans as text, addresses in EIP-55 form, bytes as `0x` hex. */
type DecodedParameter = { name: string; type: string; value: AbiValue };
/** A decoded call or custom error in the API's words; `method_id` is 8 hex digits without `0x`. */
export type DecodedCall = { method_id: string; method_call: string; parameters: DecodedParameter[] };
/** A decoded log in the API's words; an indexed value that is hashed in its topic is that hash. */
export type DecodedLog = Omit<DecodedCall, 'parameters'> & {
  parameters: (DecodedParameter & { indexed: boolean })[];
};

type Named = Readonly<{ name: string; inputs: readonly AbiParameter[] }>;
type EventParameter = AbiEvent['inputs'][number];
type Parameter = Readonly<{ name: string; type: string; indexed: boolean; read: AbiType | undefined }>;
/** What decoding needs of an item, computed once. */
type Reading = Readonly<{
  /** Keccak-256 of the signature: a selector is its beginning, the topic of an event all of it. */
  hash: Buffer;
  parameters: readonly Parameter[];
  /** How the parameters without topics are read; undefined where one is none of the ABI's types. */
  types: readonly AbiType[] | undefined;
  /** `transfer(address to, uint256 value)`. */
  text: string;
}>;

const SELECTOR_LENGTH = 4;

/**
 * The call that `input` makes, by the value rules of the upstream API (1.3.1). Undefined when it does not begin with
 * the selector of the function (or error) or its arguments do not decode.
 */
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

/**
 * The event that a log carries. Undefined when topic and number of indexed parameters are not the event's, or the
 * data does not decode.
 */
export function decodeLog(
  { topics, data }: Readonly<{ topics: readonly Buffer[]; data: Buffer }>,
  event: AbiEvent,
): DecodedLog | undefined {
  const { hash, types, parameters: known, text } = readItem(event);
  const [topic, ...indexedTopics] = topics;
  if (topic === undefined || !types || !topic.equals(hash)) return undefined;
  if (indexedTopics.length !== known.length - types.length) return undefined;
  const plainValues = decodeAbiValues(types, data);
  if (!plainValues) return undefined;
  const parameters: DecodedLog['parameters'] = [];
  for (const parameter of known) {
    const { name, type, indexed } = parameter;
    const value = indexed ? readTopic(parameter, indexedTopics.shift()) : plainValues.shift();
    if (value === undefined) return undefined;
    parameters.push({ name, type, value, indexed });
  }
  return { method_id: topic.toString('hex', 0, SELECTOR_LENGTH), method_call: text, parameters };
}

/** The 4-byte selector of a function or error, `0x` and 8 hex digits. */
export function itemSelector(item: AbiFunction | AbiError): Hex {
  return bufferToHex(selectorBytes(item));
}

/** The first topic of an event, lower-case hex. */
export function eventTopic(event: AbiEvent): Hex {
  return bufferToHex(readItem(event).hash);
}

function selectorBytes(item: AbiFunction | AbiError): Buffer {
  return readItem(item).hash.subarray(0, SELECTOR_LENGTH);
}

const readings = new WeakMap<Named, Reading>();

function readItem(item: AbiFunction | AbiError | AbiEvent): Reading {
  const known = readings.get(item);
  if (known) return known;
  const parameters = item.inputs.map((input, index) => readParameter(input, index, item.type === 'event'));
  const plain = parameters.filter(({ indexed }) => !indexed);
  const types = plain.flatMap(({ read }) => read ?? []);
  const described = parameters.map(
    ({ name, type, indexed }) => `${type} ${indexed ? 'indexed ' : ''}${name}`,
  );
  const reading = {
    hash: Buffer.from(keccak256(stringToBytes(signatureText(item)), 'bytes')),
    parameters,
    types: types.length === plain.length ? types : undefined,
    text: `${item.name}(${described.join(', ')})`,
  };
  readings.set(item, reading);
  return reading;
}

function readParameter(input: AbiParameter | EventParameter, index: number, isOfEvent: boolean): Parameter {
  return {
    name: input.name || `arg${index}`,
    type: expandType(input),
    indexed: isOfEvent && 'indexed' in input && input.indexed === true,
    read: readAbiType(input),
  };
}

/** `name(type,type)` with tuples expanded: what is hashed. */
function signatureText({ name, inputs }: Named): string {
  return `${name}(${inputs.map(expandType).join(',')})`;
}

/** `tuple[]` of a string and a number gives `(string,uint256)[]`. */
function expandType(parameter: AbiParameter): string {
  if (!('components' in parameter)) return parameter.type;
  const components = `(${parameter.components.map(expandType).join(',')})`;
  return `${components}${parameter.type.slice('tuple'.length)}`;
}

function readTopic({ read }: Parameter, topic: Buffer | undefined): string | undefined {
  if (!read || !topic) return undefined;
  return read.kind === 'word' ? decodeAbiWord(read, topic) : bufferToHex(topic);
}
