import { z } from 'zod';
import { address } from './address-mention';
import { block } from './block';
import { defineEndpoint } from './endpoint';
import { fheUsage } from './fhe-deployment';
import { addressHash, count, hash32, integerString, timestamp } from './formats';
import { listNetChanges } from './net-change';
import { token } from './token';
import { getTransaction } from './transaction';
import { getTransactionNeighbors } from './transaction-neighbors';

const loggedApproval = z
  .object({
    owner: addressHash,
    spender: addressHash,
    token: addressHash,
    contract: addressHash.meta({ description: 'The contract that logged it: the token, or Permit2.' }),
    kind: z.enum(['amount', 'nft', 'all']),
    limit: integerString.nullable().meta({ description: "In the token's smallest unit; only for amounts." }),
    is_unlimited: z.boolean().meta({
      description: 'The limit is at least 2^255, or the largest value of uint96, uint128 or uint160.',
    }),
    token_id: integerString.nullable(),
    is_given: z.boolean().meta({ description: 'False if it takes an approval back.' }),
    valid_until: timestamp.nullable().meta({
      description: 'Null if it has no end, or none before the year 10000.',
    }),
    log_index: count,
  })
  .meta({ id: 'LoggedApproval' });

/** The last word of a transaction about what an owner lets someone do with a token. */
export type LoggedApproval = z.output<typeof loggedApproval>;

const shortfall = z
  .object({
    kind: z.enum(['output', 'input', 'balance', 'allowance', 'deadline']).meta({
      description:
        'output: a swap gave less than its minimum; input: it needed more than its maximum; deadline: the block came after it.',
    }),
    token: token.nullable().meta({ description: 'The token of both amounts; null for a deadline.' }),
    has: integerString.nullable().meta({
      description:
        "What there was, in the token's smallest unit: for `input`, the maximum. Null where it is not known.",
    }),
    needs: integerString.nullable().meta({ description: 'What was required; for `output`, the minimum.' }),
    seconds: count.nullable().meta({ description: 'From the deadline to the time of the block.' }),
    call: count.meta({ description: 'The index of the call that checked, 0 for that of the transaction.' }),
  })
  .meta({ id: 'Shortfall' });

const sandwichPart = z
  .object({
    role: z.enum(['front', 'victim', 'back']),
    pool: address,
    account: address,
    front: hash32.meta({ description: 'The transaction that traded before, in the same direction.' }),
    back: hash32.meta({ description: 'The one that traded back after it.' }),
    victims: z.array(hash32).meta({ description: 'The transactions of others in between, the first 10.' }),
    victims_count: count.meta({ description: 'How many there are, of the first 100 logs of the pool.' }),
    cost: z
      .object({
        token,
        amount: integerString.meta({ description: 'What this transaction got of the pool.' }),
        expected: integerString.meta({
          description:
            'What the pool would have given for the same input without the one in front, by its own formula from its state before that.',
        }),
      })
      .nullable()
      .meta({
        description:
          'Of a victim; null unless the formula also gives the swaps as they were, to the last unit (V3: within one range of liquidity).',
      }),
    gain: z.object({ token, amount: integerString }).nullable().meta({
      description:
        'How much more of the token it paid with the account had after both, without gas and coin; null if it sold more than it had bought, or got more than the pool gave.',
    }),
  })
  .meta({
    id: 'SandwichPart',
    description:
      'All traded in `pool`. `account` held the tokens in between: the sender of both outer transactions, or the contract that both called.',
  });

/** Two swaps of one account around those of others in one block and pool, and which of them a transaction is. */
export type SandwichPart = z.output<typeof sandwichPart>;

const consoleLine = z
  .object({
    call: count.meta({ description: 'Index of the call of the console.' }),
    contract: addressHash.meta({ description: 'The contract that called it.' }),
    text: z.string(),
  })
  .meta({ id: 'ConsoleLine' });

/** What a contract said by `console.log` of Hardhat or Foundry. */
export type ConsoleLine = z.output<typeof consoleLine>;

/** By how much the check failed that made a transaction fail. */
export type Shortfall = z.output<typeof shortfall>;

const overview = z
  .object({
    transaction: getTransaction.response,
    neighbors: getTransactionNeighbors.response.nullable(),
    block: block.pick({ transactions_count: true, proof: true }).nullable().meta({
      description: 'Of its block; null while that is not indexed.',
    }),
    net_changes: listNetChanges.response.nullable().meta({
      description: 'The first page of its net changes; null while its block is not indexed.',
    }),
    shortfall: shortfall.nullable().default(null).meta({
      description:
        'By how much the check failed that made it fail, as its arguments and the node’s trace say; null if they do not say it for certain.',
    }),
    sandwich: sandwichPart.nullable().default(null).meta({
      description:
        'Set if two swaps of one sender, back and forth and with a gain, lie around one of another sender in the same block and pool; only pools that are known by their address.',
    }),
    approvals: z.array(loggedApproval).meta({
      description:
        'Approvals by its first 50 logs of them: for each owner, token and spender or NFT the last. Any contract can log an approval in anyone’s name.',
    }),
    approvals_overflow: z.boolean().meta({ description: 'Whether it has more such logs.' }),
    failed_internal_transactions_count: count.nullable().default(null).meta({
      description: 'Those whose `success` is false; null if the calls are not known.',
    }),
    console_lines: z.array(consoleLine).default([]).meta({
      description:
        'What its contracts said by `console.log` of Hardhat or Foundry, in the order of execution: at most 100. Empty also if the calls are not known.',
    }),
    console_lines_overflow: z.boolean().default(false).meta({ description: 'Whether they said more.' }),
    fhe: z
      .object({
        operation_count: count,
        total_hcu: count,
        max_depth_hcu: count,
        deployments: z.array(fheUsage).default([]).meta({
          description:
            'The same by fhEVM deployment, each with the limits that the transaction ran under: a chain can have several, which meter on their own.',
        }),
      })
      .nullable()
      .meta({ description: 'Totals of its FHE operations; null without any.' }),
    addresses: z.array(address).meta({
      description:
        'Those in `approvals`, `console_lines` and in the first 50 authorizations, and the spender of an approval call; then those with a name in its decoded call, the calls in it and its decoded error, of the first 100 mentioned.',
    }),
    tokens: z.array(token).meta({
      description: 'Tokens that amounts in its calls, error and approvals are of: at most 50.',
    }),
  })
  .meta({ id: 'TransactionOverview', outputId: 'TransactionOverviewObject' });

/** A transaction with the other data of its page. */
export type TransactionOverview = z.output<typeof overview>;

/** A transaction with the other data of its page. */
export const getTransactionOverview = defineEndpoint({
  id: 'getTransactionOverview',
  path: '/transactions/{transaction_hash_param}/overview',
  response: overview,
  credits: 60,
  summary: 'Transaction overview',
  description:
    'Transaction info, and what its page shows beside it: neighbors, net changes, approvals, and the addresses and tokens that these and its calls mention.',
});

/** The fields of a transaction that change while it is watched. */
export const getTransactionStatus = defineEndpoint({
  id: 'getTransactionStatus',
  path: '/transactions/{transaction_hash_param}/status',
  response: getTransaction.response
    .pick({ block_number: true, position: true, status: true, confirmations: true, is_pending_update: true })
    .meta({ id: 'TransactionStatus' }),
  summary: 'Transaction status',
  description: 'Block, status and confirmations of a transaction, to follow it until it is confirmed.',
});
