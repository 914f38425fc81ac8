import { z } from 'zod';
import { answerSource } from './answer-source';
import { defineEndpoint } from './endpoint';
import { addressHash, hexData, timestamp } from './formats';

const text = z.string().nullable().default(null);
const flag = z.boolean().nullable().default(null);
const named = z.object({ address_hash: addressHash, name: z.string().nullable() });
const anyObject = z.record(z.string(), z.unknown());

/** A contract; mostly null without verified sources. */
export const contract = z
  .object({
    name: z.string().nullable().optional().meta({ description: 'Left out if it is not known.' }),
    is_verified: z.boolean().default(false),
    is_fully_verified: z.boolean().default(false).meta({ description: 'The metadata matches too.' }),
    is_partially_verified: z.boolean().default(false),
    is_verified_via_sourcify: z.boolean().default(false),
    is_verified_via_eth_bytecode_db: z.boolean().default(false),
    is_verified_via_verifier_alliance: z.boolean().default(false),
    is_changed_bytecode: flag,
    is_blueprint: flag.meta({
      description: 'Its code is a blueprint (EIP-5202); null if the code is not available.',
    }),
    certified: z.boolean().default(false),
    interface_source: z.enum(['operator', 'verified']).nullable().default(null).meta({
      description: 'Source of name and ABI: the operator of this service, or verified source code.',
    }),
    abi: z.array(anyObject).nullable().default(null),
    language: text,
    compiler_version: text,
    compiler_settings: anyObject.nullable().default(null),
    evm_version: text,
    optimization_enabled: flag,
    optimization_runs: z.int().nullable().default(null),
    license_type: text,
    file_path: text,
    source_code: text,
    additional_sources: z.array(z.object({ file_path: z.string(), source_code: z.string() })).default([]),
    verified_at: timestamp.nullable().default(null),
    verified_twin_address_hash: addressHash.nullable().default(null),
    sourcify_repo_url: text,
    can_be_visualized_via_sol2uml: z.boolean().default(false),
    has_constructor_args: flag,
    constructor_args: hexData.nullable().default(null),
    decoded_constructor_args: z.array(z.unknown()).nullable().default(null),
    external_libraries: z.array(named).default([]),
    proxy_type: text,
    implementations: z.array(named).default([]),
    conflicting_implementations: z.array(anyObject).nullable().default(null),
    creation_bytecode: hexData
      .nullable()
      .default(null)
      .meta({ description: 'Init code and constructor arguments; null if another contract created it.' }),
    deployed_bytecode: hexData
      .nullable()
      .default(null)
      .meta({ description: 'The code, fetched from the node; null if it does not respond in time.' }),
    deployed_bytecode_source: answerSource.nullable().default(null).meta({
      description: 'Who told the code just now, which no block proves.',
    }),
    creation_status: z.enum(['success', 'failed', 'selfdestructed']).nullable().default(null),
    reputation: z.enum(['ok', 'scam']).default('ok'),
  })
  .meta({ id: 'SmartContract', outputId: 'SmartContractObject' });

/** A contract. */
export type Contract = z.output<typeof contract>;

const { is_blueprint, proxy_type, implementations, conflicting_implementations } = contract.shape;
const { creation_bytecode, deployed_bytecode, deployed_bytecode_source, creation_status } = contract.shape;
/** A contract of which only the code is known: upstream's fields, the code's source, and whether it is a blueprint. */
const bareContract = z
  .strictObject({
    is_blueprint,
    proxy_type,
    implementations,
    conflicting_implementations,
    deployed_bytecode,
    deployed_bytecode_source,
    creation_bytecode,
    creation_status,
  })
  .meta({ id: 'UnverifiedContract' });

/** The fields of a contract that is not verified. */
export type BareContract = z.output<typeof bareContract>;

/** One contract's code and ABI; 404 for an address without code. */
export const getContract = defineEndpoint({
  id: 'getContract',
  path: '/smart-contracts/{address_hash_param}',
  response: z.union([bareContract, contract]),
  tag: 'addresses',
  summary: 'Contract info',
  description:
    'Source code, compiler and ABI of a contract, if known, and its implementation if it is a proxy. Without source code or ABI only code, creation and implementations. 404 for an address without code.',
});
