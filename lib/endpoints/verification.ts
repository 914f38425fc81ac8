import { z } from 'zod';
import { defineEndpoint, messageCode } from './endpoint';
import { addressHash } from './formats';

/** Bytes of a request with sources. */
export const VERIFICATION_LIMITS = { body: 5 * 1024 * 1024 } as const;
/** Credits of a request to verify. */
export const VERIFICATION_CREDITS = 100;

/** Ways to send sources: the last segment of a path. */
export const VERIFICATION_METHODS = ['standard-input', 'multi-part', 'flattened-code', 'sourcify'] as const;
/** A way to send sources. */
export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];

/** How contracts can be verified. */
export const verificationConfig = z
  .object({
    verification_options: z
      .array(z.enum(VERIFICATION_METHODS))
      .meta({ description: 'Empty if verification is disabled.' }),
    solidity_compiler_versions: z.array(z.string()).meta({ description: 'Newest first.' }),
    solidity_compilers: z
      .object({
        installed_versions: z.array(z.string()).meta({ description: 'Versions that need no download.' }),
        host: z.string().nullable().meta({
          description: 'Where the others are downloaded from when first used; null if none are.',
        }),
        reason: z.string().nullable().meta({ description: 'Why others are not available now.' }),
        ...messageCode,
      })
      .nullish()
      .meta({ description: 'Null if verification is disabled.' }),
    solidity_evm_versions: z.array(z.string()),
    vyper_compiler_versions: z.array(z.string()).meta({ description: 'Empty: Vyper is not supported.' }),
    vyper_evm_versions: z.array(z.string()),
    license_types: z.record(z.string(), z.int()),
    is_rust_verifier_microservice_enabled: z.boolean(),
  })
  .meta({ id: 'VerificationConfig' });

/** How contracts can be verified here. */
export const getVerificationConfig = defineEndpoint({
  id: 'getVerificationConfig',
  path: '/smart-contracts/verification/config',
  response: verificationConfig,
  tag: 'addresses',
  summary: 'Contract verification settings',
  description: 'Verification methods and compilers. All arrays are empty if verification is disabled.',
});

/** The answer to a request to verify. */
export const verificationStarted = z
  .object({
    message: z.string().meta({ example: 'Smart-contract verification started' }),
    id: z.uuid().nullable().meta({ description: 'ID of the verification; null if already verified.' }),
  })
  .meta({ id: 'VerificationStarted' });

/** The parts of a contract that a verification compares. */
export const COMPARED_PARTS = [
  'compiler',
  'settings',
  'code',
  'metadata',
  'constructor',
  'libraries',
] as const;

/** Where a verification stands. */
export const verificationState = z
  .object({
    address_hash: addressHash,
    status: z.enum(['queued', 'running', 'verified', 'failed']),
    is_fully_verified: z
      .boolean()
      .nullable()
      .meta({ description: 'True if the metadata matches too; null unless verified.' }),
    message: z.string().nullable().meta({ description: 'Why it failed.' }),
    ...messageCode,
    ahead: z
      .int()
      .nullable()
      .default(null)
      .meta({ description: 'How many others are compiled before it; null unless it is queued.' }),
    contract_name: z.string().nullable().default(null).meta({
      description:
        'The contract of the sources that was compared: if it failed, the one of the nearest size. Null until then.',
    }),
    findings: z
      .array(
        z.object({
          part: z.enum(COMPARED_PARTS),
          is_same: z.boolean().nullable().meta({ description: 'Null if the code does not tell.' }),
          message: z.string(),
          ...messageCode,
        }),
      )
      .default([])
      .meta({ description: 'What was compared, part by part, whether it matched or not.' }),
    compiler_errors: z.array(z.string()).meta({ description: 'Compiler errors, in full.' }),
  })
  .meta({ id: 'VerificationState' });

/** Where a verification stands. */
export type VerificationState = z.output<typeof verificationState>;

/** One verification. */
export const getVerification = defineEndpoint({
  id: 'getVerification',
  path: '/smart-contracts/verification/{verification_id_param}',
  response: verificationState,
  tag: 'addresses',
  summary: 'Contract verification status',
  description: 'Status of a verification, for a day after it ended.',
});
