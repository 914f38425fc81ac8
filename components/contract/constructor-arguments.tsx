import { z } from 'zod';
import { CopyButton } from '@/components/ui/copy-button';
import { Disclosure } from '@/components/ui/disclosure';
import { Panel } from '@/components/ui/panel';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { Contract } from '@/lib/endpoints/contract';
import { decodedValue } from '@/lib/endpoints/decoded-call';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { declared, NamedValues } from './named-values';

const MAX_DIGITS = 20_000;
const pairs = z.array(z.tuple([decodedValue, declared]));

/** Constructor arguments: values by name where the ABI has them, and the bytes. */
export function ConstructorArguments({ contract }: { contract: Contract }) {
  const { constructor_args: bytes, decoded_constructor_args: decoded } = contract;
  if (bytes === null) return null;
  const known = pairs.safeParse(decoded).data ?? [];
  return (
    <Panel title={t('Constructor arguments')} id="constructor">
      {known.length > 0 && (
        <NamedValues parameters={known.map(([, one]) => one)} values={known.map(([value]) => value)} />
      )}
      <div className={known.length > 0 ? 'border-t border-line' : ''}>
        <Disclosure
          title={t('ABI-encoded')}
          aside={t('{count, plural, one {# byte} other {# bytes}}', { count: (bytes.length - 2) / 2 })}
        >
          <div className="flex gap-2 border-t border-line px-4 py-3">
            <ScrollArea
              label={t('ABI-encoded arguments')}
              className="mono wrap-any max-h-64 min-w-0 flex-1 text-xs text-soft"
            >
              {displayText(bytes, MAX_DIGITS)}
            </ScrollArea>
            {bytes.length <= MAX_DIGITS && <CopyButton value={bytes} what={t('constructor arguments')} />}
          </div>
        </Disclosure>
      </div>
    </Panel>
  );
}
