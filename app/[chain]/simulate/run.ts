'use server';

import { refresh } from 'next/cache';
import { createRequestLimit } from '@/app/limit-requests';
import { readTexts } from '@/components/simulation/simulation-fields';
import { simulate } from '@/lib/client/simulate';
import { t } from '@/lib/language/t';
import { findTarget } from './find-target';
import { keepRun } from './kept-run';
import { readInput } from './read-input';

const isWithinLimit = createRequestLimit({ requests: 30, seconds: 60 });

/** Executes what the form has; the page is drawn again in the same request, and shows how it ended. */
export async function run(chainId: string, form: FormData): Promise<void> {
  const texts = readTexts(form.entries());
  const chain = /^\d{1,16}$/.test(chainId) ? chainId : '';
  const { selected } = await findTarget(chain, texts);
  const read = readInput(texts, selected);
  if ('problems' in read) await keepRun({ texts, problems: read.problems });
  else if (!(await isWithinLimit()))
    await keepRun({ texts, refusal: t('Too many calls: try again in a minute.') });
  else await keepRun({ texts, ...(await simulate(chain, read.request)) });
  refresh();
}
