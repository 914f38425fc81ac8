import { readConfig } from '@/app/read-config';
import { ContractBytecode } from '@/components/contract/contract-bytecode';
import { ContractFacts } from '@/components/contract/contract-facts';
import { ContractInterface } from '@/components/contract/contract-interface';
import { ContractSources } from '@/components/contract/contract-sources';
import { ContractUnknown } from '@/components/contract/contract-unknown';
import { PageCall } from '@/components/layout/page-call';
import { EmptyState } from '@/components/ui/empty-state';
import { callExtra, callPath } from '@/lib/client/call';
import { getAddress } from '@/lib/endpoints/address';
import { contract as contractSchema, getContract } from '@/lib/endpoints/contract';
import { getPageAddress, type Params } from '../load';

/** Contract tab of an address: verification, sources and ABI. */
export default async function AddressContractPage({ params }: { params: Params }) {
  const { address, where } = await getPageAddress(params);
  const known = await callExtra(getContract, where);
  const contract = known && contractSchema.parse(known);
  return (
    <section aria-label="Contract" className="flex flex-col gap-4">
      {contract === undefined ? (
        <div className="rounded-md border border-line bg-surface shadow-panel">
          {readConfig().apiIsElsewhere && address.is_contract !== false ? (
            <EmptyState icon="none" title="This API does not provide contract data">
              This site shows data from another service, which does not provide it.
            </EmptyState>
          ) : (
            <EmptyState icon="cube" title="No code at this address">
              Only contracts have code, and this address was not a contract when last checked.
            </EmptyState>
          )}
        </div>
      ) : (
        <>
          <ContractUnknown contract={contract} />
          <ContractFacts contract={contract} />
          <ContractSources contract={contract} />
          <ContractInterface contract={contract} />
          <ContractBytecode contract={contract} />
        </>
      )}
      <PageCall path={callPath(contract === undefined ? getAddress : getContract, where)} />
    </section>
  );
}
