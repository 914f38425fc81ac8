import { CopyButton } from '@/components/ui/copy-button';
import { Panel } from '@/components/ui/panel';
import { t } from '@/lib/language/t';
import type { ToolLine } from './list-tool-lines';

/** What a developer runs to verify this contract from a project: Sourcify's API, which this explorer serves. */
export function ToolLines({ lines }: { lines: readonly ToolLine[] }) {
  return (
    <Panel title={t('From a project')} id="tools">
      <p className="border-b border-line px-4 py-2 text-sm text-soft">
        {lines.some(({ isExample }) => isExample)
          ? t(
              'No key is needed. Replace the path and name by those of your contract, or the network by its name.',
            )
          : t('No key is needed.')}
      </p>
      <dl className="divide-y divide-line">
        {lines.map(({ title, text, config }) => (
          <div key={title} className="flex flex-col gap-1 px-4 py-2 text-sm">
            <dt className="font-medium">{title}</dt>
            <dd className="flex flex-col gap-1">
              <span className="flex items-start gap-2">
                <code className="mono wrap-any text-xs">{text}</code>
                <CopyButton value={text} what={t('command')} />
              </span>
              {config !== undefined && (
                <span className="text-soft">
                  <code className="mono wrap-any text-xs">{config}</code> (hardhat.config.ts)
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
