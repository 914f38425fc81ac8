import { ContractBytecode } from '@/components/contract/contract-bytecode';
import { ContractNav } from '@/components/contract/contract-nav';
import { NoCode } from '@/components/contract/no-code';
import { PageCall } from '@/components/layout/page-call';
import { callPath } from '@/lib/client/call';
import { getAddress } from '@/lib/endpoints/address';
import { getContract } from '@/lib/endpoints/contract';
import { t } from '@/lib/language/t';
import type { Params } from '../../load';
import { getPageContract, type Query } from '../load';

/** Deployed and creation code of a contract: bytes, and the instructions that they are. */
export default async function ContractBytecodePage(props: { params: Params; searchParams: Query }) {
  const { where, contract, contractPath, isUnknown } = await getPageContract(props.params);
  return (
    <section aria-label={t('Code of the contract')} className="flex flex-col gap-4">
      {contract === undefined ? (
        <NoCode isUnknown={isUnknown} />
      ) : (
        <>
          <ContractNav path={contractPath} current="/bytecode" contract={contract} />
          <ContractBytecode
            contract={contract}
            path={`${contractPath}/bytecode`}
            query={await props.searchParams}
          />
        </>
      )}
      <PageCall path={callPath(contract === undefined ? getAddress : getContract, where)} />
    </section>
  );
}
