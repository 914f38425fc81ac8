'use server';

import { z } from 'zod';
import { createRequestLimit } from '@/app/limit-requests';
import { loadFailure } from '@/app/load-names';
import type { Call, Simulation } from '@/components/contract/send-steps';
import { callContract } from '@/lib/client/call-contract';
import { ADDRESS_HASH } from '@/lib/endpoints/formats';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { writeMessage } from '@/lib/messages/message';
import { findContract, findFunctions } from '../functions';

const isWithinLimit = createRequestLimit({ requests: 30, seconds: 60 });
const MAX_DATA = 100_000;
const hash = z.string().regex(ADDRESS_HASH);
/** A browser may send anything. */
const given = z.object({
  chain: z.string().regex(/^\d{1,16}$/),
  from: hash,
  call: z.object({
    to: hash,
    data: z
      .string()
      .max(MAX_DATA)
      .regex(/^0x([0-9a-fA-F]{2})*$/),
    value: z.string().regex(/^0x[0-9a-f]{1,64}$/),
  }),
});

/** Executes a call as its sender without a transaction; says why it fails, if it does. */
export async function simulate(chainId: string, from: string, wanted: Call): Promise<Simulation> {
  const parsed = given.safeParse({ chain: chainId, from, call: wanted });
  if (!parsed.success) return { refusal: t('This is not a contract call.') };
  if (!(await isWithinLimit()))
    return { refusal: t('Not simulated: too many requests. Try again in a minute.') };
  const { chain, call } = parsed.data;
  const answer = await callContract(chain, [{ ...call, from, block: 'latest' }]);
  if ('refusal' in answer) return { refusal: t('Not simulated: {refusal}', { refusal: answer.refusal }) };
  const [outcome] = answer.outcomes;
  if (outcome === undefined || 'output' in outcome) return {};
  const groups = await findFunctions(await findContract(chain, call.to), chain);
  const abi = groups.flatMap((group) => group.abi ?? []);
  const { reason, meaning } = await loadFailure(chain, outcome, abi);
  return { reason: displayText(reason, 300), ...(meaning && { meaning: writeMessage(meaning).text }) };
}
