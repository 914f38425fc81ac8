import type { AbiParameter } from 'viem';
import type { DeclaredInputs } from '@/lib/endpoints/decoded-call';

const MAX_NAME_LENGTH = 256;

/** Presents the declared parameters of a call or log that has a struct; null for undefined. */
export function presentDeclaredInputs(inputs: readonly AbiParameter[] | undefined): DeclaredInputs {
  return inputs?.map(presentInput) ?? null;
}

function presentInput(input: AbiParameter): NonNullable<DeclaredInputs>[number] {
  const named = { name: (input.name ?? '').slice(0, MAX_NAME_LENGTH), type: input.type };
  return 'components' in input ? { ...named, components: input.components.map(presentInput) } : named;
}
