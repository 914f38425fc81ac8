import { CopyButton } from '@/components/ui/copy-button';
import { Disclosure } from '@/components/ui/disclosure';
import { EmptyPanel } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { Contract } from '@/lib/endpoints/contract';
import { t } from '@/lib/language/t';
import { Instructions } from './instructions';

const MAX_DIGITS = 20_000;

type Props = {
  contract: Contract;
  path: string;
  query: Readonly<Record<string, string | string[] | undefined>>;
};

/** Deployed and creation bytecode, and the instructions of one of them. */
export function ContractBytecode({ contract, path, query }: Props) {
  const { deployed_bytecode: deployed, creation_bytecode: created } = contract;
  if (deployed === null && created === null)
    return (
      <EmptyPanel icon="clock" title={t('The code is not available now')}>
        {t('No node answered, and another contract created this one. Try again in a minute.')}
      </EmptyPanel>
    );
  const isCreation = deployed === null || (query.of === 'creation' && created !== null);
  const shown = isCreation ? created : deployed;
  const isDelegation = contract.proxy_type === 'eip7702' && !isCreation;
  return (
    <>
      <Panel title={t('Bytecode')} id="bytes">
        <div className="divide-y divide-line">
          {deployed !== null && <Bytes title={t('Deployed bytecode')} hex={deployed} />}
          {created !== null && (
            <Bytes title={t('Creation bytecode with constructor arguments')} hex={created} />
          )}
        </div>
        {isDelegation && (
          <p className="border-t border-line px-4 py-2 text-xs text-soft">
            {t(
              'These bytes are not instructions: they name the contract whose code the account runs (EIP-7702).',
            )}
          </p>
        )}
        {deployed !== null && (
          <p className="border-t border-line px-4 py-2 text-xs text-soft">
            {t('The deployed bytecode is as returned by the node, not proven.')}
          </p>
        )}
      </Panel>
      {shown !== null && !isDelegation && (
        <Instructions
          hex={shown}
          isCreation={isCreation}
          choices={deployed !== null && created !== null}
          path={path}
          page={query.page}
        />
      )}
    </>
  );
}

function Bytes({ title, hex }: { title: string; hex: string }) {
  const isCut = hex.length > MAX_DIGITS + 2;
  return (
    <Disclosure
      title={title}
      aside={t('{count, plural, one {# byte} other {# bytes}}', { count: (hex.length - 2) / 2 })}
    >
      <div className="flex gap-2 border-t border-line px-4 py-3">
        <ScrollArea label={title} className="mono wrap-any max-h-64 min-w-0 flex-1 text-xs text-soft">
          {hex.slice(0, MAX_DIGITS + 2)}
          {isCut && '…'}
        </ScrollArea>
        {!isCut && <CopyButton value={hex} what={title.toLowerCase()} />}
      </div>
    </Disclosure>
  );
}
