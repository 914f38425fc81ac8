import { z } from 'zod';
import { BLOCK_CHECKS } from '@/lib/evm/block-checks';
import { defineEndpoint, HEAVY_REQUESTS, messageCode } from './endpoint';
import { count, hash32, hexData } from './formats';

const proofStatus = z.enum(['proven', 'refuted', 'unprovable']).meta({
  description:
    'refuted: the answer of the node contradicts the block hash, or itself. unprovable: the chain has an unknown rule, or the node omits something.',
});

const check = z.object({
  name: z.enum([...BLOCK_CHECKS, 'parent_hash', 'access_list']),
  status: z.enum(['holds', 'refuted', 'unknown']),
  reason: z.string().nullable().meta({ description: 'Null where the check holds.' }),
  ...messageCode,
});

const header = hexData.nullable().meta({
  description: 'The RLP-encoded header, whose Keccak-256 hash is the block hash. Null unless it is.',
});

const blockProof = z
  .object({
    block_hash: hash32,
    block_number: count,
    parent_hash: hash32,
    status: proofStatus,
    header,
    state_root: hash32.nullable(),
    transactions_root: hash32.nullable(),
    receipts_root: hash32.nullable(),
    withdrawals_root: hash32.nullable(),
    block_access_list_hash: hash32.nullable().default(null).meta({
      description: 'Hash of the access list in the header (EIP-7928); null where it has none.',
    }),
    access_list: hexData.nullable().default(null).meta({
      description:
        'The indexed access list as RLP, whose Keccak-256 hash is that of the header. Null unless it is, and for lists of more than 1 MiB.',
    }),
    checks: z.array(check).meta({ description: 'All checks of the block, in fixed order.' }),
  })
  .meta({ id: 'BlockProof' });

/** What is proven about a block. */
export type BlockProof = z.output<typeof blockProof>;

const leaf = z
  .object({
    encoded: hexData.meta({ description: 'The value in the trie (EIP-2718).' }),
    branch: z.array(hexData).meta({
      description: 'Trie nodes from the root to the value, as RLP, in eth_getProof order.',
    }),
  })
  .meta({ id: 'ProofLeaf' });

const transactionProof = z
  .object({
    transaction_hash: hash32,
    block_hash: hash32,
    block_number: count,
    index: count,
    status: proofStatus,
    reason: z.string().nullable().meta({ description: 'Which check fails; null if proven.' }),
    header,
    transaction: leaf.nullable(),
    receipt: leaf.nullable().meta({ description: 'Its status, cumulative gas and logs.' }),
  })
  .meta({ id: 'TransactionProof' });

/** The proof of a transaction and its receipt. */
export type TransactionProof = z.output<typeof transactionProof>;

/** Proof of a block. */
export const getBlockProof = defineEndpoint({
  id: 'getBlockProof',
  service: 'explorer',
  path: '/blocks/{block_hash_or_number_param}/proof',
  response: blockProof,
  credits: 50,
  requests: HEAVY_REQUESTS,
  tag: 'blocks',
  summary: 'Proof of a block',
  description:
    'The header, and what follows from the block hash. The block and its receipts are fetched from the node and proven against the stored hash; each check is reported: header hash, transaction hashes and senders, roots of transactions, receipts and withdrawals, bloom filter, parent hash, and the indexed access list if the header commits to one. 503 if the node does not answer in time, or has another block at this height.',
  errors: [404, 422, 503],
});

/** Proof of a transaction. */
export const getTransactionProof = defineEndpoint({
  id: 'getTransactionProof',
  service: 'explorer',
  path: '/transactions/{transaction_hash_param}/proof',
  response: transactionProof,
  credits: 50,
  requests: HEAVY_REQUESTS,
  tag: 'transactions',
  summary: 'Proof of a transaction',
  description:
    'What links a block hash to one of its transactions and all its logs: the header, the Merkle branches of transaction and receipt, and both as encoded. It is checked before it is sent; the page /proof and `npm run check-proof` check it again, offline. If a check fails, header and branches are null and `reason` says which. 404 with its own message if the block is not indexed yet; 503 if the node does not answer in time, or has another block at this height.',
  errors: [404, 422, 503],
});
