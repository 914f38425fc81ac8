import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint } from './endpoint';
import { decimalString } from './formats';
import { enumParam } from './params';
import { token } from './token';

const variable = z.union([
  z.object({ type: z.literal('address'), value: address }),
  z.object({ type: z.literal('token'), value: token }),
  z.object({ type: z.literal('currency'), value: decimalString }),
  z.object({ type: z.literal('method'), value: z.string() }),
  z.object({ type: z.literal('string'), value: z.string() }),
]);

/** What stands for a name in braces. */
export type SummaryVariable = z.output<typeof variable>;

const summary = z.object({
  summary_template: z.string().meta({
    description: 'Names in braces are variables; `{native}` is the coin symbol.',
  }),
  summary_template_variables: z.record(z.string(), variable),
});

/** A sentence as a template. */
export type Summary = z.output<typeof summary>;

/** Sentences as templates. */
export const summaries = z
  .object({ success: z.boolean(), data: z.object({ summaries: z.array(summary) }) })
  .meta({ id: 'TransactionSummary', outputId: 'TransactionSummaryObject' });

/** The query of a sentence: Blockscout can return instead what it would send to another service. */
export const summaryQuery = z.strictObject({
  just_request_body: enumParam(['false'])
    .optional()
    .meta({ description: 'Only `false`: no other service is called, so there is no request to show.' }),
});

/** What a transaction did, in a sentence. */
export const getTransactionSummary = defineEndpoint({
  id: 'getTransactionSummary',
  path: '/transactions/{transaction_hash_param}/summary',
  query: summaryQuery,
  response: summaries,
  credits: 40,
  summary: 'Transaction summary',
  description:
    'One-sentence summary from the transaction page, as a template: who did what to whom, and the result. Based only on the transaction, its transfers and the net changes of its sender.',
});
