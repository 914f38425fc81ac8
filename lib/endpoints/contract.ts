import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint, listPageOf } from './endpoint';
import { addressHash, count, decimalString, hexData, integerString, timestamp } from './formats';
import { addressParam, cursorParam, enumParam, integerParam, listQuery } from './params';

/** Languages of sources, as filters name them. */
export const SOURCE_LANGUAGES = ['solidity', 'vyper', 'yul'] as const;

const text = z.string().nullable().default(null);
const flag = z.boolean().nullable().default(null);
const named = z.object({ address_hash: addressHash, name: z.string().nullable() });
const anyObject = z.record(z.string(), z.unknown());
const sourceFile = z.object({ file_path: z.string(), source_code: z.string() });
const formerSources = z.array(
  z.object({
    name: z.string().nullable(),
    is_fully_verified: z.boolean(),
    language: z.string().nullable(),
    compiler_version: z.string().nullable(),
    verified_at: timestamp.nullable(),
    ended_at_block: count.nullable().meta({
      description:
        'The block at which the address was found to have other code, or none; null until it is indexed.',
    }),
    files: z.array(sourceFile),
  }),
);

const selector = z.string().regex(/^0x[0-9a-f]{8}$/);
const DERIVED =
  'Only for a contract without an ABI, if any: what an analysis of its bytecode (evmole) took to be its';

/** A contract; mostly null without verified sources. */
export const contract = z
  .object({
    name: z.string().nullable().optional().meta({ description: 'Omitted if unknown.' }),
    is_verified: z.boolean().default(false),
    is_fully_verified: z.boolean().default(false).meta({ description: 'The metadata matches too.' }),
    is_partially_verified: z.boolean().default(false),
    is_verified_via_sourcify: z.boolean().default(false),
    is_verified_via_eth_bytecode_db: z.boolean().default(false),
    is_verified_via_verifier_alliance: z.boolean().default(false),
    is_changed_bytecode: flag.meta({
      description: 'Its code is not the one that was verified; null if that cannot be told.',
    }),
    is_blueprint: flag.meta({
      description: 'Its code is a blueprint (EIP-5202); null if the code is not available.',
    }),
    certified: z.boolean().default(false),
    interface_source: z.enum(['operator', 'verified', 'artifacts']).nullable().default(null).meta({
      description:
        'Source of name and ABI: the operator of this service, verified source code, or artifacts of the operator with the same runtime code, which count as verified if all their sources are there.',
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
    additional_sources: z.array(sourceFile).default([]),
    verified_at: timestamp.nullable().default(null),
    verified_twin_address_hash: addressHash.nullable().default(null),
    sourcify_repo_url: text,
    can_be_visualized_via_sol2uml: z.boolean().default(false),
    has_constructor_args: flag,
    constructor_args: hexData.nullable().default(null),
    decoded_constructor_args: z.array(z.unknown()).nullable().default(null).meta({
      description: 'Pairs of a value and its ABI parameter; values are strings or nested arrays of them.',
    }),
    storage_layout: anyObject.nullable().default(null).meta({
      description: 'Storage layout from the compiler: `storage` and `types`.',
    }),
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
    creation_status: z.enum(['success', 'failed', 'selfdestructed']).nullable().default(null),
    learned_functions: z
      .array(z.object({ selector, signature: z.string() }))
      .optional()
      .meta({
        description:
          'Only for a contract without an ABI, if any: selectors in its code with guessed names from a signature database or an import.',
      }),
    derived_functions: z
      .array(
        z.object({
          selector,
          argument_types: z.string().nullable().meta({ example: 'address,uint256' }),
          state_mutability: z.string().nullable().meta({ example: 'nonpayable' }),
        }),
      )
      .optional()
      .meta({ description: `${DERIVED} functions, 500 at most; null for what the code does not tell.` }),
    derived_storage: z
      .array(
        z.object({
          slot: hexData,
          offset: z.int().meta({ description: 'In bytes, within the slot.' }),
          type: z.string().meta({ example: 'mapping(address => uint256)' }),
          reads: z.array(selector).meta({ description: 'Functions that read it.' }),
          writes: z.array(selector),
        }),
      )
      .optional()
      .meta({ description: `${DERIVED} storage variables, 500 at most.` }),
    former_sources: formerSources.optional().meta({
      description:
        'Only if any: verified sources of code that is no longer at the address, as it was destroyed and perhaps created again.',
    }),
    reputation: z.enum(['ok', 'scam']).default('ok'),
  })
  .meta({ id: 'SmartContract', outputId: 'SmartContractObject' });

/** A contract. */
export type Contract = z.output<typeof contract>;

const { is_blueprint, proxy_type, implementations, conflicting_implementations } = contract.shape;
const { creation_bytecode, deployed_bytecode, creation_status } = contract.shape;
const { learned_functions, derived_functions, derived_storage, former_sources } = contract.shape;
/** A contract of which only the code is known: upstream's fields, and whether it is a blueprint. */
const bareContract = z
  .strictObject({
    is_blueprint,
    proxy_type,
    implementations,
    conflicting_implementations,
    deployed_bytecode,
    creation_bytecode,
    creation_status,
    learned_functions,
    derived_functions,
    derived_storage,
    former_sources,
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

const { compiler_version, optimization_enabled, language, verified_at, has_constructor_args, license_type } =
  contract.shape;
const listedContract = z
  .object({
    address,
    compiler_version,
    optimization_enabled,
    language,
    is_fully_verified: flag.meta({ description: 'The metadata matches too; null if that is not known.' }),
    verified_at,
    market_cap: decimalString.nullable().default(null),
    has_constructor_args,
    coin_balance: integerString.nullable().meta({
      description:
        'In wei, from access lists where the index has them, else fetched from the node; null if it does not respond in time.',
    }),
    license_type,
    certified: contract.shape.certified,
    reputation: contract.shape.reputation,
    transactions_count: count.nullable(),
  })
  .meta({ id: 'ListedSmartContract' });

/** A contract in the list of verified ones. */
export type ListedContract = z.output<typeof listedContract>;

const KNOWN_HERE =
  'Verified contracts known here. Sources are looked up when a contract is first requested, so others may be verified too.';

/** Verified contracts, the last verified first. */
export const listContracts = defineEndpoint({
  id: 'listContracts',
  path: '/smart-contracts',
  query: listQuery({
    q: z.string().max(255).optional().meta({
      description: 'Part of a name (at least three bytes) or an address; at most 20 results, on one page.',
      example: 'token',
    }),
    filter: enumParam(SOURCE_LANGUAGES).optional().meta({ description: 'Only this language.' }),
    verified_at: cursorParam(integerParam({ minimum: -1 })),
    address_hash: cursorParam(addressParam),
  }),
  response: listPageOf(listedContract, { verified_at: z.int(), address_hash: addressHash }).meta({
    id: 'SmartContractsPage',
  }),
  credits: 50,
  tag: 'addresses',
  summary: 'Verified contracts',
  description: `${KNOWN_HERE} Last verified first.`,
});

/** Counts of contracts. */
export const getContractCounters = defineEndpoint({
  id: 'getContractCounters',
  path: '/smart-contracts/counters',
  response: z
    .object({
      smart_contracts: integerString.meta({ description: 'Contracts created in indexed blocks.' }),
      new_smart_contracts_24h: integerString,
      verified_smart_contracts: integerString.meta({ description: KNOWN_HERE }),
      new_verified_smart_contracts_24h: integerString,
    })
    .meta({ id: 'SmartContractsCounters' }),
  tag: 'addresses',
  summary: 'Contract counters',
  description:
    'Contract counts, total and in the 24 hours before the latest block, as far as these are indexed.',
});

const auditReport = z.object({
  audit_company_name: z.string(),
  audit_publish_date: z.iso.date(),
  audit_report_url: z.url(),
});

/** Audit reports of a contract: none are collected. */
export const listAuditReports = defineEndpoint({
  id: 'listAuditReports',
  path: '/smart-contracts/{address_hash_param}/audit-reports',
  response: z
    .object({ items: z.array(auditReport).max(0), next_page_params: z.null() })
    .meta({ id: 'AuditReports' }),
  tag: 'addresses',
  summary: 'Audit reports',
  description: 'Audit reports are not collected: always empty. 404 for an address without code.',
});
