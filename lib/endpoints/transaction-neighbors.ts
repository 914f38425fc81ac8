import { z } from 'zod';
import { defineEndpoint } from './endpoint';
import { hash32 } from './formats';

const neighbor = hash32.nullable();
const ofSender = { previous_of_sender: neighbor, next_of_sender: neighbor };
const inBlock = { previous_in_block: neighbor, next_in_block: neighbor };
const neighbors = z.object({ ...ofSender, ...inBlock }).meta({ id: 'TransactionNeighbors' });

/** The transactions before and after one. */
export const getTransactionNeighbors = defineEndpoint({
  id: 'getTransactionNeighbors',
  path: '/transactions/{transaction_hash_param}/neighbors',
  response: neighbors,
  summary: 'Neighboring transactions',
  description:
    'Hashes of the previous and next transactions: of the same sender, by nonce, and in the same block. All null if it is in no indexed block.',
});
