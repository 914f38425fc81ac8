import { t } from '@/lib/language/t';

/** A submission: the text of a proof, empty if there is none, or why it was not read. */
export type Submission = Readonly<{ text: string; refusal?: string }>;

/** More than the receipt with the most logs that a block has room for. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Reads the form's file, else its text. */
export async function readProofForm(form: FormData): Promise<Submission> {
  const file = form.get('file');
  const text = form.get('text');
  if (file instanceof File && file.size > MAX_BYTES)
    return { text: '', refusal: t('The file is larger than 32 MB.') };
  const given =
    file instanceof File && file.size > 0 ? await file.text() : typeof text === 'string' ? text : '';
  return given.trim() === '' ? { text: '', refusal: t('Paste a proof, or choose a file.') } : { text: given };
}
