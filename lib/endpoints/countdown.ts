import { z } from 'zod';
import { defineEndpoint } from './endpoint';
import { decimalString, integerString } from './formats';
import { noQuery } from './params';

/** When a block that is still to come may be expected. */
export const getBlockCountdown = defineEndpoint({
  id: 'getBlockCountdown',
  service: 'explorer',
  path: '/blocks/{block_number_param}/countdown',
  params: z.strictObject({
    block_number_param: z
      .string()
      .regex(/^\d{1,30}$/, { error: 'Invalid number' })
      .meta({ description: 'A height that is still to come.', example: '999999999' }),
  }),
  query: noQuery,
  response: z
    .object({
      current_block_number: integerString,
      countdown_block_number: integerString,
      remaining_blocks_count: integerString,
      estimated_time_in_seconds: decimalString
        .nullable()
        .meta({ description: 'Null while fewer than two blocks are indexed.' }),
    })
    .meta({ id: 'BlockCountdown' }),
  credits: 20,
  tag: 'blocks',
  summary: 'Countdown to a block',
  description:
    'How many blocks are still to come before one, and how long that takes at the average time between blocks. 404 with a message of its own for a block that is there already.',
  errors: [404, 422],
});
