'use client';

import { type FormEvent, useActionState, useMemo, useState } from 'react';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { t } from '@/lib/language/t';
import { checkProofText } from '@/lib/proof/check-proof';
import { ProofOutcome } from './proof-outcome';
import { readProofForm, type Submission } from './read-proof-form';

type Props = {
  /** Server action of the form, for browsers without scripts. */
  submit: (before: Submission, form: FormData) => Promise<Submission>;
  initial: Submission;
};

/** The proof of a transaction or of an access list to paste or to upload, checked in the browser; without scripts by the server. */
export function ProofForm({ submit, initial }: Props) {
  const [answered, answer] = useActionState(submit, initial);
  const [checked, setChecked] = useState<Submission>();
  const { text, refusal } = checked ?? answered;
  const result = useMemo(() => (text === '' ? undefined : checkProofText(text)), [text]);
  const check = async (event: FormEvent<HTMLFormElement>) => {
    // Nothing leaves the browser: without this, the form would be sent to the server.
    event.preventDefault();
    setChecked(await readProofForm(new FormData(event.currentTarget)));
  };
  return (
    <>
      {refusal !== undefined && (
        <Notice tone="error" icon="cross" title={t('Not checked')}>
          {refusal}
        </Notice>
      )}
      {result !== undefined && <ProofOutcome result={result} />}
      <Panel title={t('Check a proof')} id="check">
        <form action={answer} onSubmit={check} className="flex flex-col gap-3 px-4 py-3 text-sm">
          <label className="flex flex-col gap-1">
            <span className="label">
              {t(
                'Response of the API operation “Proof of a transaction”, or “Proof of a block” with an access list (JSON)',
              )}
            </span>
            <textarea
              name="text"
              rows={8}
              defaultValue={answered.text}
              spellCheck={false}
              autoComplete="off"
              className="mono w-full rounded-md border border-edge bg-surface px-3 py-2 text-xs text-ink focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent"
            />
          </label>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <label className="flex min-w-0 flex-wrap items-center gap-2 text-soft">
              {t('or a file')}
              <input
                type="file"
                name="file"
                accept=".json,application/json"
                className="min-w-0 text-sm file:me-2 file:h-8 file:rounded-sm file:border file:border-edge file:bg-surface file:px-3 file:font-medium file:text-ink"
              />
            </label>
            <button
              type="submit"
              className="h-9 rounded-sm bg-accent px-4 font-medium text-on-accent hover:brightness-110 sm:ms-auto"
            >
              {t('Check')}
            </button>
          </div>
        </form>
      </Panel>
    </>
  );
}
