import type { AbiEvent, AbiFunction, AbiParameter } from 'viem';
import { type DecodedCall, type DecodedLog, itemText } from './abi';
import { listNamedFunctions } from './guess-call';
import { bufferToHex } from './hex';
import { tableEvents } from './signature-table';
import { eventKey, findFunctions, type Signatures } from './signatures';
import { findCommandInputs } from './universal-router';

const SELECTOR_LENGTH = 4;

/**
 * The `inputs` of the function that decoded a call, which name the fields of its structs. Undefined for a call without a struct,
 * or if no function of the sources or of the table is declared as the call says. Pure.
 */
export function findCallInputs(
  call: DecodedCall,
  sources: readonly Signatures[],
): readonly AbiParameter[] | undefined {
  if (!call.parameters.some(isStruct)) return undefined;
  const selector = Buffer.from(call.method_id, 'hex');
  if (selector.length < SELECTOR_LENGTH) return findCommandInputs(call);
  const isDeclared = (item: AbiFunction) => itemText(item) === call.method_call;
  for (const source of sources) {
    const item = findFunctions(selector, source).find(isDeclared);
    if (item) return item.inputs;
  }
  return listNamedFunctions(selector).find(isDeclared)?.inputs;
}

/** The same for the event that decoded a log, whose first topic is given. Pure. */
export function findLogInputs(
  { topic, decoded }: Readonly<{ topic: Buffer | null; decoded: DecodedLog }>,
  sources: readonly Signatures[],
): readonly AbiParameter[] | undefined {
  if (topic === null || !decoded.parameters.some(isStruct)) return undefined;
  const isDeclared = (item: AbiEvent) => itemText(item) === decoded.method_call;
  const indexed = decoded.parameters.filter((parameter) => parameter.indexed);
  const key = eventKey(bufferToHex(topic), indexed.length);
  for (const source of sources) {
    const item = source.events.get(key)?.find(isDeclared);
    if (item) return item.inputs;
  }
  return tableEvents(decoded.method_id).find(isDeclared)?.inputs;
}

/** Whether a parameter is a struct or an array of structs. */
function isStruct({ type }: { type: string }): boolean {
  return type.startsWith('(');
}
