import type { AbiEvent, AbiFunction, AbiParameter } from 'viem';
import { type DecodedCall, type DecodedLog, itemText } from './abi';
import { bufferToHex } from './hex';
import { BUILT_IN, eventKey, findFunctions, type Signatures } from './signatures';
import { findCommandInputs } from './universal-router';

const SELECTOR_LENGTH = 4;

/**
 * The `inputs` of the function that decoded a call, which name the fields of its structs. Undefined for a call without a struct,
 * or if no built-in function or one of the sources is declared as the call says. Pure.
 */
export function findCallInputs(
  call: DecodedCall,
  sources: readonly Signatures[],
): readonly AbiParameter[] | undefined {
  if (!call.parameters.some(isStruct)) return undefined;
  const selector = Buffer.from(call.method_id, 'hex');
  if (selector.length < SELECTOR_LENGTH) return findCommandInputs(call);
  const isDeclared = (item: AbiFunction) => itemText(item) === call.method_call;
  for (const source of [...sources, BUILT_IN]) {
    const item = findFunctions(selector, source).find(isDeclared);
    if (item) return item.inputs;
  }
  return undefined;
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
  return undefined;
}

/** Whether a parameter is a struct or an array of structs. */
function isStruct({ type }: { type: string }): boolean {
  return type.startsWith('(');
}
