import { z } from 'zod';
import type { AbiValue } from '@/lib/evm/abi-values';
import { addressHash, count } from './formats';

/** A decoded ABI value; arrays and tuples are nested. */
export const decodedValue: z.ZodType<AbiValue, AbiValue> = z
  .lazy(() => z.union([z.string(), z.array(decodedValue)]))
  .meta({ id: 'DecodedValue' });

/** A decoded call with its parameters. */
export const decodedCall = z
  .object({
    method_id: z.string().meta({
      description: 'The selector, 8 hex digits without 0x; for a Universal Router command, its 2 digits.',
    }),
    method_call: z.string().meta({ example: 'transfer(address to, uint256 amount)' }),
    parameters: z.array(z.object({ name: z.string(), type: z.string(), value: decodedValue })),
  })
  .meta({ id: 'DecodedCall' });

type DeclaredInput = Readonly<{
  name: string;
  type: string;
  components?: readonly DeclaredInput[] | undefined;
}>;
const declaredInput: z.ZodType<DeclaredInput, DeclaredInput> = z
  .lazy(() => z.object({ name: z.string(), type: z.string(), components: z.array(declaredInput).optional() }))
  .meta({ id: 'DeclaredInput' });
/** The declared parameters of a decoded call or log. */
export const declaredInputs = z.array(declaredInput).nullable().default(null).meta({
  description:
    'Its parameters as in `inputs` of a JSON ABI, with struct field names; null unless one is a struct.',
});
/** Declared parameters as parsed by pages. */
export type DeclaredInputs = z.output<typeof declaredInputs>;

/** A call within the arguments of another call. */
const nestedCall = z
  .object({
    depth: z.int().min(1).meta({ description: "1 for a call that the transaction's own call holds." }),
    parameter: z.string().meta({ description: 'The argument containing it.', examples: ['data[2]'] }),
    to: addressHash.nullable().meta({
      description: 'Recipient of the call, by the arguments; null if not known.',
    }),
    call: decodedCall,
    declared_inputs: declaredInputs,
    source: z.enum(['contract', 'known', 'guess']).default('known').meta({
      description:
        'Whether the ABI of its recipient decodes it, a standard or well-known function, or one guessed from the selector.',
    }),
  })
  .meta({ id: 'NestedCall' });

/** The calls in the arguments of a transaction's call, and how many there are. */
export const nestedCalls = {
  nested_calls: z.array(nestedCall).default([]).meta({
    description:
      'Calls in the arguments of `decoded_input` (multicalls, smart accounts, user operations), parents first: those that the ABI of their recipient decodes, or a well-known function that re-encodes them exactly. At most 64, five deep.',
  }),
  nested_calls_count: count.default(0).meta({
    description: 'Of `nested_calls`, and of calls in lists of calls that nothing decodes.',
  }),
};

/** Revert data of a failed call: decoded, or as bytes. */
export const revertReason = z.union([decodedCall, z.object({ raw: z.string().nullable() })]);

/** The source of a decoded call's ABI. */
export const decodedInputSource = z.enum(['contract', 'known', 'guess']).nullable().default(null).meta({
  description:
    'The ABI used for `decoded_input`: of the contract or its implementation, a known one, or a guess from the selector whose arguments re-encode to exactly the input.',
});
