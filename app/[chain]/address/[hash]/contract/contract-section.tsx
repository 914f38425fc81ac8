import type { ReactNode } from 'react';
import { PageCall } from '@/components/layout/page-call';
import { EmptyPanel } from '@/components/ui/empty-state';
import { callPath } from '@/lib/client/call';
import { getAddress } from '@/lib/endpoints/address';
import { type Contract, getContract } from '@/lib/endpoints/contract';
import { msg, t } from '@/lib/language/t';
import type { PageContract } from './load';

type Props = {
  page: PageContract;
  label: string;
  /** Last segment of its path. */
  current: '' | '/read' | '/write' | '/bytecode';
  children: (contract: Contract) => ReactNode;
};

/** One of the pages of a contract, below the links between them; without a contract, the reason. */
export function ContractSection({ page, label, current, children }: Props) {
  const { contract, contractPath, where, isUnknown } = page;
  return (
    <section aria-label={label} className="flex flex-col gap-4">
      {contract === undefined ? (
        <NoCode isUnknown={isUnknown} />
      ) : (
        <>
          <ContractNav path={contractPath} current={current} contract={contract} />
          {children(contract)}
        </>
      )}
      <PageCall path={callPath(contract === undefined ? getAddress : getContract, where)} />
    </section>
  );
}

/** Shown without a contract: the API knows none, or has no such data. */
function NoCode({ isUnknown }: { isUnknown: boolean }) {
  return isUnknown ? (
    <EmptyPanel icon="none" title={t('This API does not provide contract data')}>
      {t('This site shows data from another service, which does not provide it.')}
    </EmptyPanel>
  ) : (
    <EmptyPanel icon="cube" title={t('No code at this address')}>
      {t('Only contracts have code, and this address was not a contract when last checked.')}
    </EmptyPanel>
  );
}

/** The pages of a contract, by the last segment of their paths. */
const PAGES = [
  ['', msg('Source and ABI')],
  ['/read', msg('Read')],
  ['/write', msg('Write')],
  ['/bytecode', msg('Bytecode')],
] as const;

type PageOf = (typeof PAGES)[number][0];

/** Links between the pages of a contract; `path` is that of its first one. */
function ContractNav(props: { path: string; current: PageOf; contract: Contract }) {
  const offered = PAGES.filter(([segment]) => segment !== '/bytecode' || hasCode(props.contract));
  return (
    <nav aria-label={t('Pages of this contract')} className="no-print">
      <ul className="flex flex-wrap gap-1 text-sm">
        {offered.map(([segment, title]) => (
          <li key={segment}>
            <a
              href={`${props.path}${segment}`}
              aria-current={segment === props.current ? 'page' : undefined}
              className="flex h-8 items-center rounded-sm border border-line px-2 sm:px-3 font-medium text-soft hover:bg-hover hover:no-underline aria-[current]:border-accent aria-[current]:bg-accent-wash aria-[current]:text-ink"
            >
              {t(title)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function hasCode({ deployed_bytecode: deployed, creation_bytecode: created }: Contract): boolean {
  return deployed !== null || created !== null;
}
