import { z } from 'zod';
import { DEFAULT_LIMITS } from '@/lib/fhe/limits';
import { address } from './address-mention';
import { addressHash, count } from './formats';

const fheDeployment = z
  .object({
    name: z.string().nullable().meta({
      description: 'Null for an executor of no known deployment, on a chain without any.',
    }),
    executor: addressHash,
    acl: addressHash.nullable(),
    hcu_limit: addressHash.nullable(),
    kms_verifier: addressHash.nullable(),
    input_verifier: addressHash.nullable(),
    protocol_config: addressHash.nullable(),
    bridge: addressHash.nullable(),
  })
  .meta({ id: 'FheDeployment' });

/** The contracts of an fhEVM on a chain. */
export type FheDeploymentContracts = z.output<typeof fheDeployment>;

const fheLimits = z
  .object({
    per_transaction: count,
    depth_per_transaction: count,
    per_block: count.nullable().meta({ description: 'Null without a cap.' }),
    source: z.enum(['contract', 'constants', 'assumed']).meta({
      description:
        'contract: what HCULimit had stored then. constants: what is compiled into HCULimit up to fhEVM 0.11. assumed: the usual limits, as there is no contract, or its state is not known.',
    }),
    version: z.string().nullable().meta({ example: 'HCULimit v0.4.0' }),
    since_block: count.nullable().meta({ description: 'Of the last known change.' }),
  })
  .meta({ id: 'FheLimits' });

/** Limits in HCU at a block. */
export type FheLimits = z.output<typeof fheLimits>;

/** Limits without a contract that tells them. */
export const ASSUMED_LIMITS: FheLimits = {
  per_transaction: DEFAULT_LIMITS.perTransaction,
  depth_per_transaction: DEFAULT_LIMITS.depth,
  per_block: null,
  source: 'assumed',
  version: null,
  since_block: null,
};

const usage = z.object({
  deployment: fheDeployment,
  limits: fheLimits,
  operation_count: count,
  total_hcu: count,
  max_depth_hcu: count,
});

/** What a transaction used of a deployment. */
export const fheUsage = usage.meta({ id: 'FheUsage' });

/** What a block used of a deployment, and who. */
export const fheBlockUsage = usage
  .extend({
    metered_hcu: count.meta({
      description: "What counts against the block's cap: all but the HCU of callers that are exempt from it.",
    }),
    is_whitelist_complete: z.boolean().meta({
      description: 'False if callers may have been exempted before the first indexed block.',
    }),
    callers: z
      .array(
        z.object({
          caller: address.nullable(),
          operation_count: count,
          total_hcu: count,
          metered_hcu: count,
        }),
      )
      .max(20)
      .meta({ description: 'Most HCU first.' }),
  })
  .meta({ id: 'FheBlockUsage' });

/** What a transaction used of a deployment. */
export type FheUsage = z.output<typeof fheUsage>;
/** What a block used of a deployment, and who. */
export type FheBlockUsage = z.output<typeof fheBlockUsage>;
