'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { clientAddress, createRequestLimit } from '@/app/limit-requests';
import { readSourcesForm, type SourcesAnswer } from '@/components/verification/read-sources-form';
import { sendForm } from '@/lib/client/send-form';
import { ADDRESS_HASH } from '@/lib/endpoints/formats';
import { verificationStarted } from '@/lib/endpoints/verification';
import { t } from '@/lib/language/t';

const isWithinLimit = createRequestLimit({ requests: 10, seconds: 600 });
/** A browser may send anything. */
const target = z.object({ chain: z.string().regex(/^\d{1,16}$/), hash: z.string().regex(ADDRESS_HASH) });

/** Submits the sources of a contract to the API; redirects to the page of the verification, or returns the problem. */
export async function sendSources(
  contract: Readonly<{ chain: string; hash: string }>,
  _before: SourcesAnswer,
  given: FormData,
): Promise<SourcesAnswer> {
  const { chain, hash } = target.parse(contract);
  if (!(await isWithinLimit()))
    return { refusal: { text: t('Too many requests: try again in ten minutes.') } };
  const { method, form } = await readSourcesForm(given);
  const path = `/${chain}/api/v2/smart-contracts/${hash}/verification/via/${method}`;
  const answer = await sendForm(path, form, await clientAddress());
  if ('refusal' in answer) return answer;
  const started = verificationStarted.safeParse(answer.body);
  if (!started.success) return { refusal: { text: t('The API returned data in an unknown format.') } };
  const page = `/${chain}/address/${hash}/contract`;
  redirect(started.data.id === null ? page : `${page}/verify?id=${started.data.id}`);
}
