import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { gateErrorBody, invalidBody, notFoundBody } from './errors';
import { moduleAnswer } from './module';
import { addressParam } from './params';
import {
  VERIFICATION_CREDITS,
  VERIFICATION_LIMITS,
  type VerificationMethod,
  verificationStarted,
} from './verification';

const text = (description: string) => z.string().optional().meta({ description });
const files = (description: string) =>
  z.array(z.string().meta({ override: { format: 'binary' } })).meta({ description });
const compiler_version = z.string().meta({ description: 'With or without commit hash.', example: 'v0.8.37' });
const contract_name = text('With or without its file (`src/Vault.sol:Vault`); if omitted, all are tried.');
const settings = {
  is_optimization_enabled: text('`true` or `false` (default).'),
  optimization_runs: text('Default: 200.'),
  evm_version: text("Default: the compiler's own."),
  libraries: text('A JSON object of addresses by name.'),
};

const FORMS: Readonly<Record<VerificationMethod, { id: string; summary: string; form: z.ZodObject }>> = {
  'standard-input': {
    id: 'verifyByStandardInput',
    summary: 'Verify a contract via standard JSON input',
    form: z.object({
      compiler_version,
      contract_name,
      'files[0]': z
        .string()
        .meta({ description: 'The standard JSON input.', override: { format: 'binary' } }),
    }),
  },
  'multi-part': {
    id: 'verifyByFiles',
    summary: 'Verify a contract via source files',
    form: z.object({
      compiler_version,
      contract_name,
      ...settings,
      files: files('Sources, named by their paths.'),
    }),
  },
  'flattened-code': {
    id: 'verifyByFlattenedCode',
    summary: 'Verify a contract via flattened code',
    form: z.object({
      compiler_version,
      contract_name,
      ...settings,
      source_code: z.string(),
      is_yul_contract: text('`true` for Yul.'),
    }),
  },
  sourcify: {
    id: 'verifyByMetadata',
    summary: 'Verify a contract via metadata',
    form: z.object({ files: files("The compiler's metadata.json, and the sources it lists.") }),
  },
};

const DESCRIPTION = [
  `Compiles the sources and compares them with the contract's code; returns the ID of the verification, whose status is at \`/smart-contracts/verification/{id}\`. A request has at most ${VERIFICATION_LIMITS.body} bytes.`,
  'Limited to 30 requests in ten minutes per key, or per IP address without one.',
].join('\n\n');

const CHAIN = z.string().meta({ description: 'The chain ID, decimal.', example: '31337' });

/** The requests to verify in the OpenAPI document, by their paths. */
export function describeUploads(): ZodOpenApiPathsObject {
  return Object.fromEntries(
    Object.entries(FORMS).map(([method, { id, summary, form }]) => [
      `/{chain_id}/api/v2/smart-contracts/{address_hash_param}/verification/via/${method}`,
      { post: describe(id, summary, form) },
    ]),
  );
}

/** POST of the modules in the OpenAPI document. */
export function describeModulePost(): ZodOpenApiOperationObject {
  const form = z.looseObject({
    module: z.string(),
    action: z.string(),
    contractaddress: text('For `verifysourcecode`: the contract.'),
    sourceCode: text('The standard JSON input, or one file.'),
    codeformat: text('`solidity-standard-json-input` or `solidity-single-file`.'),
    contractname: contract_name,
    compilerversion: text('With or without commit hash.'),
    optimizationUsed: text('Single file only: `1` or `0`.'),
    runs: text('Single file only.'),
    evmversion: text('Single file only.'),
  });
  return {
    operationId: 'callModuleByForm',
    tags: ['module and action'],
    summary: 'Etherscan-compatible API by POST',
    description: `For \`verifysourcecode\`, which returns the GUID for \`checkverifystatus\` and costs ${VERIFICATION_CREDITS} credits; all other actions work as with GET.`,
    'x-credits': VERIFICATION_CREDITS,
    requestParams: { path: z.object({ chain_id: CHAIN }) },
    requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: form } } },
    responses: {
      200: {
        description: 'OK, including errors.',
        content: { 'application/json': { schema: moduleAnswer } },
      },
      ...failures(),
    },
  };
}

function describe(operationId: string, summary: string, form: z.ZodObject): ZodOpenApiOperationObject {
  return {
    operationId,
    tags: ['addresses'],
    summary,
    description: DESCRIPTION,
    'x-credits': VERIFICATION_CREDITS,
    requestParams: { path: z.object({ chain_id: CHAIN, address_hash_param: addressParam }) },
    requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
    responses: {
      200: {
        description: `OK. Costs ${VERIFICATION_CREDITS} credits.`,
        content: {
          'application/json': {
            schema: verificationStarted,
            example: {
              message: 'Smart-contract verification started',
              id: '5d4ad3ba-8a13-4a59-9f2d-6d1b0c4b6a52',
            },
          },
        },
      },
      422: failure('Invalid form.', invalidBody),
      ...failures(),
      404: failure(
        'No contract, unsupported chain, or verification not enabled.',
        z.union([notFoundBody, gateErrorBody]),
      ),
    },
  };
}

function failures() {
  return {
    401: failure('The key is missing or unknown.', gateErrorBody),
    402: failure('Not enough credits left for the call.', gateErrorBody),
    404: failure('The chain is not supported.', gateErrorBody),
    413: failure('The request is too large.', gateErrorBody),
    429: failure('Too many requests in this window.', gateErrorBody),
    500: failure('Internal error.', gateErrorBody),
    503: failure('Too many verifications are waiting.', gateErrorBody),
  };
}

function failure(description: string, schema: z.ZodType) {
  return { description, content: { 'application/json': { schema } } };
}
