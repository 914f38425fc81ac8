import type { Abi, AbiEvent, AbiFunction, AbiParameter } from 'viem';
import { keccak256, stringToBytes } from 'viem/utils';
import { type AbiType, type AbiValue, decodeAbiValues, decodeAbiWord, readAbiType } from './abi-values';
import { bufferToHex, type Hex } from './hex';

/** A custom error of an interface. */
export type AbiError = Extract<Abi[number], { type: 'error' }>;
/** A parameter with its value: numbers and booleans as text, addresses in EIP-55 form, bytes as `0x` hex. */
export type DecodedParameter = { name: string; type: string; value: AbiValue };
/** A decoded call or custom error in the API's words; `method_id` is 8 hex digits without `0x`. */
export type DecodedCall = { method_id: string; method_call: string; parameters: DecodedParameter[] };
/** A decoded log in the API's words; an indexed value that is hashed in its topic is that hash. */
export type DecodedLog = Omit<DecodedCall, 'parameters'> & {
  parameters: (DecodedParameter & { indexed: boolean })[];
};

type Named = Readonly<{ name: string; inputs: readonly AbiParameter[] }>;
type EventParameter = AbiEvent['inputs'][number];

const SELECTOR_LENGTH = 4;

/**
 * The call that `input` makes, by the value rules of the upstream API (1.3.1). Undefined when it does not begin with
 * the selector of the function (or error) or its arguments do not decode.
 */
export function decodeCall(input: Buffer, item: AbiFunction | AbiError): DecodedCall | undefined {
  const selector = input.subarray(0, SELECTOR_LENGTH);
  if (!selector.equals(selectorBytes(item))) return undefined;
  const values = decodeArguments(item.inputs, input.subarray(SELECTOR_LENGTH));
  if (!values) return undefined;
  return {
    method_id: selector.toString('hex'),
    method_call: `${item.name}(${item.inputs.map(describeParameter).join(', ')})`,
    parameters: values.flatMap((value, index) => {
      const parameter = item.inputs[index];
      return parameter ? [describeValue(parameter, index, value)] : [];
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
  const [topic, ...indexedTopics] = topics;
  if (topic === undefined || !topic.equals(signatureHash(event))) return undefined;
  const plain = event.inputs.filter((input) => !input.indexed);
  if (indexedTopics.length !== event.inputs.length - plain.length) return undefined;
  const plainValues = decodeArguments(plain, data);
  if (!plainValues) return undefined;
  const parameters: DecodedLog['parameters'] = [];
  for (const [index, input] of event.inputs.entries()) {
    const indexed = input.indexed === true;
    const value = indexed ? readTopic(input, indexedTopics.shift()) : plainValues.shift();
    if (value === undefined) return undefined;
    parameters.push({ ...describeValue(input, index, value), indexed });
  }
  return {
    method_id: topic.subarray(0, SELECTOR_LENGTH).toString('hex'),
    method_call: `${event.name}(${event.inputs.map(describeEventParameter).join(', ')})`,
    parameters,
  };
}

/** The 4-byte selector of a function or error, `0x` and 8 hex digits. */
export function itemSelector(item: AbiFunction | AbiError): Hex {
  return bufferToHex(selectorBytes(item));
}

/** The first topic of an event, lower-case hex. */
export function eventTopic(event: AbiEvent): Hex {
  return bufferToHex(signatureHash(event));
}

function selectorBytes(item: Named): Buffer {
  return signatureHash(item).subarray(0, SELECTOR_LENGTH);
}

/** Interfaces are read once and asked about at every call: each of their items is hashed once. */
const signatureHashes = new WeakMap<Named, Buffer>();

function signatureHash(item: Named): Buffer {
  const known = signatureHashes.get(item);
  if (known) return known;
  const hash = Buffer.from(keccak256(stringToBytes(signatureText(item)), 'bytes'));
  signatureHashes.set(item, hash);
  return hash;
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

function parameterName({ name }: AbiParameter, index: number): string {
  return name || `arg${index}`;
}

function describeParameter(parameter: AbiParameter, index: number): string {
  return `${expandType(parameter)} ${parameterName(parameter, index)}`;
}

function describeEventParameter(parameter: EventParameter, index: number): string {
  const indexed = parameter.indexed ? 'indexed ' : '';
  return `${expandType(parameter)} ${indexed}${parameterName(parameter, index)}`;
}

function describeValue(parameter: AbiParameter, index: number, value: AbiValue): DecodedParameter {
  return { name: parameterName(parameter, index), type: expandType(parameter), value };
}

function decodeArguments(parameters: readonly AbiParameter[], data: Buffer): AbiValue[] | undefined {
  const types: AbiType[] = [];
  for (const parameter of parameters) {
    const type = readAbiType(parameter);
    if (!type) return undefined;
    types.push(type);
  }
  return decodeAbiValues(types, data);
}

function readTopic(parameter: EventParameter, topic: Buffer | undefined): string | undefined {
  const type = readAbiType(parameter);
  if (!type || !topic) return undefined;
  return type.kind === 'word' ? decodeAbiWord(type, topic) : bufferToHex(topic);
}
