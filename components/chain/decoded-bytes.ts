import type { z } from 'zod';
import type { decodedCall } from '@/lib/endpoints/decoded-call';
import type { DeclaredParameter } from '@/lib/format/amount-unit';

type Parameter = Pick<z.output<typeof decodedCall>['parameters'][number], 'name' | 'type' | 'value'>;

/** Where a value stands among the arguments of a call, and which of their bytes are calls that are listed below. */
export type DecodedBytes = Readonly<{ path: string; decoded: ReadonlySet<string> }>;

/** The same for an item of an array. */
export function ofItem(bytes: DecodedBytes | undefined, index: number): DecodedBytes | undefined {
  return bytes && { ...bytes, path: `${bytes.path}[${index}]` };
}

/** The same for the fields of a struct, which share its path: undefined if that could be of more than one. */
export function ofFields(
  bytes: DecodedBytes | undefined,
  struct: DeclaredParameter,
): DecodedBytes | undefined {
  return countBytes(struct) === 1 ? bytes : undefined;
}

function countBytes({ type, components = [] }: DeclaredParameter): number {
  const own = /^bytes(\[|$)/.test(type) ? 1 : 0;
  return components.reduce((sum, field) => sum + countBytes(field), own);
}

/** Whether a parameter is nothing but such bytes; of structs only their bytes fold. */
export function isDecoded({ name, type, value }: Parameter, decoded: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return decoded.has(name);
  if (!/^bytes\[\d*\]$/.test(type)) return false;
  return value.length > 0 && value.every((_, index) => decoded.has(`${name}[${index}]`));
}
