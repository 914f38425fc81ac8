'use client';

import { type ReactNode, useActionState } from 'react';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { Written } from '@/components/ui/written';
import { t } from '@/lib/language/t';
import type { WrittenMessage } from '@/lib/messages/message';
import type { SourcesAnswer } from './read-sources-form';

type Props = {
  submit: (before: SourcesAnswer, form: FormData) => Promise<SourcesAnswer>;
  compilers: CompilerChoice;
  evmVersions: readonly string[];
};

/** Versions, newest first. */
export type CompilerChoice = Readonly<{
  versions: readonly string[];
  /** Undefined where the API does not say. */
  source:
    | Readonly<{
        installed: readonly string[];
        /** Where the others are downloaded from; null if they are not. */
        host: string | null;
        /** Why others cannot be had now. */
        reason: WrittenMessage | undefined;
      }>
    | undefined;
}>;

const FIELD = 'h-9 w-full min-w-0 rounded-md border border-edge bg-surface px-2 text-ink';

/** The sources of a contract to upload or to paste; sent by the browser itself where scripts do not run. */
export function SourcesForm({ submit, compilers, evmVersions }: Props) {
  const [{ refusal }, send, isSending] = useActionState(submit, {});
  return (
    <>
      {refusal !== undefined && (
        <Notice tone="error" icon="cross" title={t('Not verified')}>
          <Written {...refusal} />
        </Notice>
      )}
      <Panel title={t('Verify the source code')} id="verify">
        <form action={send} className="flex flex-col gap-4 px-4 py-4 text-sm">
          <div className="grid gap-4 sm:grid-cols-2">
            <Labeled label={t('Compiler')}>
              <CompilerSelect compilers={compilers} />
            </Labeled>
            <Labeled label={t('Contract name, if the sources have more than one')}>
              <input
                name="contract_name"
                maxLength={255}
                autoComplete="off"
                spellCheck={false}
                className={FIELD}
              />
            </Labeled>
          </div>
          <Labeled
            label={t('Files: standard JSON input, or metadata.json with its sources, or all .sol files')}
          >
            <input
              type="file"
              name="files"
              multiple
              accept=".json,.sol,.yul"
              className="min-w-0 text-sm file:me-2 file:h-8 file:rounded-sm file:border file:border-edge file:bg-surface file:px-3 file:font-medium file:text-ink"
            />
          </Labeled>
          <Labeled label={t('Or one flattened file')}>
            <textarea
              name="source_code"
              rows={8}
              spellCheck={false}
              autoComplete="off"
              className="mono w-full rounded-md border border-edge bg-surface px-3 py-2 text-xs text-ink"
            />
          </Labeled>
          <Settings evmVersions={evmVersions} />
          <p>
            <button
              type="submit"
              disabled={isSending}
              className="h-9 rounded-sm bg-accent px-4 font-medium text-on-accent hover:brightness-110"
            >
              {t('Verify')}
            </button>
          </p>
        </form>
      </Panel>
    </>
  );
}

/** Those that are there before those that would be downloaded. */
function CompilerSelect({ compilers: { versions, source } }: { compilers: CompilerChoice }) {
  const isThere = (version: string) => source?.installed.includes(version) ?? true;
  const others = versions.filter((version) => !isThere(version));
  const list = (shown: readonly string[]) => shown.map((version) => <option key={version}>{version}</option>);
  return (
    <>
      <select name="compiler_version" className={FIELD}>
        {others.length === 0 ? (
          list(versions)
        ) : (
          <>
            <optgroup label={t('Installed')}>{list(versions.filter(isThere))}</optgroup>
            <optgroup label={t('Downloaded when used')}>{list(others)}</optgroup>
          </>
        )}
      </select>
      {source !== undefined && <CompilerNote source={source} />}
    </>
  );
}

function CompilerNote({ source }: { source: NonNullable<CompilerChoice['source']> }) {
  const { installed, host, reason } = source;
  return (
    <span className="text-xs text-soft">
      {t('Installed here: {versions}.', { versions: installed.join(', ') })}{' '}
      {reason !== undefined ? (
        <Written {...reason} />
      ) : (
        host !== null &&
        t('Others are downloaded from {host} when first used, and used only if they are the released ones.', {
          host,
        })
      )}
    </span>
  );
}

function Settings({ evmVersions }: { evmVersions: readonly string[] }) {
  return (
    <fieldset className="grid items-end gap-4 sm:grid-cols-3">
      <legend className="mb-2 text-soft">{t('Compiler settings, only for .sol files')}</legend>
      <label className="flex h-9 items-center gap-2">
        <input type="checkbox" name="is_optimization_enabled" className="size-4 accent-accent" />
        {t('Optimizer')}
      </label>
      <Labeled label={t('Optimizer runs')}>
        <input
          name="optimization_runs"
          inputMode="numeric"
          defaultValue="200"
          maxLength={10}
          className={FIELD}
        />
      </Labeled>
      <Labeled label={t('EVM version')}>
        <select name="evm_version" className={FIELD}>
          {evmVersions.map((version) => (
            <option key={version}>{version}</option>
          ))}
        </select>
      </Labeled>
    </fieldset>
  );
}

function Labeled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="flex min-w-0 flex-col gap-1">
      <span className="label">{label}</span>
      {children}
    </label>
  );
}
