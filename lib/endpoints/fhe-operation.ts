import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint } from './endpoint';
import { count, jsonInteger } from './formats';

const handle = z.string().regex(/^[0-9a-f]{64}$/);

/** Operands, as far as they apply; handles are 64 hex digits without 0x. */
const fheInputs = z
  .object({
    lhs: handle.optional(),
    rhs: handle.optional().meta({ description: 'A handle, or the plaintext 32-byte scalar if `is_scalar`.' }),
    ct: handle.optional(),
    control: handle.optional(),
    if_true: handle.optional(),
    if_false: handle.optional(),
    plaintext: jsonInteger.optional().meta({ description: 'An integer of up to 256 bits, unrounded.' }),
    values: z.array(handle).optional(),
    divisor: handle.optional(),
  })
  .meta({ id: 'FheInputs' });

/** An FHE operation. */
export const fheOperation = z
  .object({
    log_index: z.int(),
    block_number: z.int(),
    operation: z.string().meta({ description: 'Name of the event.', example: 'FheAdd' }),
    type: z
      .string()
      .meta({ description: 'arithmetic, bitwise, comparison, unary, control, encryption or random' }),
    fhe_type: z.string().meta({ example: 'Uint64' }),
    is_scalar: z.boolean(),
    inputs: fheInputs,
    result: z.string().regex(/^0x[0-9a-f]{64}$/),
    hcu_cost: count,
    hcu_depth: count,
    caller: address.nullable(),
  })
  .meta({ id: 'FheOperation' });

/** An FHE operation. */
export type FheOperation = z.output<typeof fheOperation>;

/** All FHE operations of a transaction by log index, with total HCU; not paged. */
export const listTransactionFheOperations = defineEndpoint({
  id: 'listTransactionFheOperations',
  path: '/transactions/{transaction_hash_param}/fhe-operations',
  response: z
    .object({
      items: z.array(fheOperation),
      total_hcu: count,
      max_depth_hcu: count,
      operation_count: count,
    })
    .meta({ id: 'FheOperations' }),
  summary: 'FHE operations of a transaction',
  description: "Operations on encrypted values, decoded from the transaction's logs.",
});
