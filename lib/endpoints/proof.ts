import { z } from 'zod';
import { BLOCK_CHECKS } from '@/lib/evm/block-checks';
import { answerSource } from './answer-source';
import { defineEndpoint } from './endpoint';
import { count, hash32, hexData } from './formats';

const proofStatus = z.enum(['proven', 'refuted', 'unprovable']).meta({
  description:
    'refuted: what the node answered contradicts the hash of the block, or itself. unprovable: the chain has a rule that is not known here, or the node leaves something out.',
});

const check = z.object({
  name: z.enum([...BLOCK_CHECKS, 'parent_hash']),
  status: z.enum(['holds', 'refuted', 'unknown']),
  reason: z.string().nullable().meta({ description: 'Null where the check holds.' }),
});

const header = hexData.nullable().meta({
  description: 'The header as RLP, whose Keccak-256 hash is the hash of the block. Null unless it is.',
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
    checks: z.array(check).meta({ description: 'Each check of the block, in the order of the list.' }),
    unproven_source: answerSource.nullable().default(null).meta({
      description:
        'Which endpoints told what is stored of the block beside what its hash commits to: size, total difficulty, uncles, and of its transactions the blob gas price, L1 fee and operator fee, and on the OP Stack before Canyon the nonce of a deposit and the contract that it created. Null when that was not noted.',
    }),
  })
  .meta({ id: 'BlockProof' });

/** What of a block is proven. */
export type BlockProof = z.output<typeof blockProof>;

const leaf = z
  .object({
    encoded: hexData.meta({ description: 'The value in the trie (EIP-2718).' }),
    branch: z.array(hexData).meta({
      description: 'The nodes of the trie from its root to the value, as RLP, as eth_getProof lists them.',
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
    reason: z.string().nullable().meta({ description: 'What does not hold; null when proven.' }),
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
  tag: 'blocks',
  summary: 'Proof of a block',
  description:
    'The header, and what of the block follows from its hash. The node is asked for the block and its receipts, they are proven against the stored hash, and each check is told: the hash of the header, the hashes and senders of the transactions, the roots of transactions, receipts and withdrawals, the bloom filter, and the hash of the parent. 503 when the node does not answer in time, or has another block at this height.',
  errors: [404, 422, 503],
});

/** Proof of a transaction. */
export const getTransactionProof = defineEndpoint({
  id: 'getTransactionProof',
  service: 'explorer',
  path: '/transactions/{transaction_hash_param}/proof',
  response: transactionProof,
  credits: 50,
  tag: 'transactions',
  summary: 'Proof of a transaction',
  description:
    'Everything that leads from the hash of a block to one of its transactions and to the last of its logs: the header, the Merkle branches of transaction and receipt, and both as they are encoded. It is checked before it is sent; the page /proof and `npm run check-proof` check it again, without network. Where it does not hold, header and branches are null and `reason` says what does not. 404 with a message of its own for a transaction whose block is not indexed yet; 503 when the node does not answer in time, or has another block at this height.',
  errors: [404, 422, 503],
});
