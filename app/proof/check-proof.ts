'use server';

import { createRequestLimit } from '@/app/limit-requests';
import { readProofForm, type Submission } from '@/components/proof/read-proof-form';

const isWithinLimit = createRequestLimit({ requests: 30, seconds: 60 });

/** Answers the form where scripts do not run; Next refuses more than a megabyte. The page checks what it is given. */
export async function checkProof(_before: Submission, form: FormData): Promise<Submission> {
  if (!(await isWithinLimit())) return { text: '', refusal: 'Too many requests: try again in a minute.' };
  return readProofForm(form);
}
