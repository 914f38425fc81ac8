import { BlockLink } from '@/components/chain/block-link';
import { Disclosure } from '@/components/ui/disclosure';
import { Panel } from '@/components/ui/panel';
import { rich } from '@/components/ui/rich';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { Contract } from '@/lib/endpoints/contract';
import { displaySource, displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';

const MAX_SOURCE = 200_000;

/** Verified sources of code that is no longer at the address, folded. */
export function FormerSources({ contract }: { contract: Contract }) {
  const former = contract.former_sources ?? [];
  if (former.length === 0) return null;
  return (
    <Panel title={t('Former sources')} id="former-sources">
      <p className="px-4 py-2 text-sm text-soft">
        {t(
          'They were verified for code that is no longer at this address, and say nothing about what it does now.',
        )}
      </p>
      {former.map(({ name, compiler_version: compiler, ended_at_block: end, files }) => (
        <section key={String(end)} className="border-t border-line">
          <p className="flex flex-wrap gap-x-3 px-4 py-2 text-sm">
            <bdi className="font-medium">{displayText(name ?? t('unnamed'), 80)}</bdi>
            {compiler !== null && <bdi className="text-soft">{displayText(compiler, 80)}</bdi>}
            {end !== null && (
              <span className="text-soft">
                {rich('until block {block}', { block: <BlockLink height={end} /> })}
              </span>
            )}
          </p>
          {files.map(({ file_path: path, source_code: text }) => (
            <Disclosure key={path} title={<bdi>{displayText(path, 200)}</bdi>}>
              <ScrollArea label={displayText(path, 200)} className="max-h-80 border-t border-line bg-sunken">
                <pre className="mono px-4 py-3 text-xs">{displaySource(text, MAX_SOURCE)}</pre>
              </ScrollArea>
            </Disclosure>
          ))}
        </section>
      ))}
    </Panel>
  );
}
