'use server';

import { createRequestLimit } from '@/app/limit-requests';
import { readProofForm, type Submission } from '@/components/proof/read-proof-form';
import { t } from '@/lib/language/t';

const isWithinLimit = createRequestLimit({ requests: 30, seconds: 60 });

/** Limit of the server's check; a browser or `npm run check-proof` checks more. */
const MAX_BYTES = 1024 * 1024;

/** Handles the form without scripts. The page checks the proof. */
export async function checkProof(_before: Submission, form: FormData): Promise<Submission> {
  if (!(await isWithinLimit())) return { text: '', refusal: t('Too many requests: try again in a minute.') };
  if (sizeOf(form) > MAX_BYTES)
    return {
      text: '',
      refusal: t('Proofs over 1 MB can only be checked with JavaScript or by npm run check-proof.'),
    };
  return readProofForm(form);
}

function sizeOf(form: FormData): number {
  const sizes = [...form.values()].map((value) =>
    typeof value === 'string' ? Buffer.byteLength(value) : value.size,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
