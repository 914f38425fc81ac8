import { ContractBytecode } from '@/components/contract/contract-bytecode';
import { t } from '@/lib/language/t';
import type { Params } from '../../load';
import { ContractSection } from '../contract-section';
import { getPageContract, type Query } from '../load';

/** Deployed and creation code of a contract: bytes, and the instructions that they are. */
export default async function ContractBytecodePage(props: { params: Params; searchParams: Query }) {
  const page = await getPageContract(props.params);
  const query = await props.searchParams;
  return (
    <ContractSection page={page} label={t('Code of the contract')} current="/bytecode">
      {(contract) => (
        <ContractBytecode contract={contract} path={`${page.contractPath}/bytecode`} query={query} />
      )}
    </ContractSection>
  );
}
