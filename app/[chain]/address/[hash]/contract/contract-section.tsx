import type { ReactNode } from 'react';
import { ContractNav } from '@/components/contract/contract-nav';
import { NoCode } from '@/components/contract/no-code';
import { PageCall } from '@/components/layout/page-call';
import { callPath } from '@/lib/client/call';
import { getAddress } from '@/lib/endpoints/address';
import { type Contract, getContract } from '@/lib/endpoints/contract';
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
