import { ConstructorArguments } from '@/components/contract/constructor-arguments';
import { ContractFacts } from '@/components/contract/contract-facts';
import { ContractInterface } from '@/components/contract/contract-interface';
import { ContractNav } from '@/components/contract/contract-nav';
import { ContractSources } from '@/components/contract/contract-sources';
import { ContractUnknown } from '@/components/contract/contract-unknown';
import { GuessedFunctions } from '@/components/contract/guessed-functions';
import { NoCode } from '@/components/contract/no-code';
import { StorageLayout } from '@/components/contract/storage-layout';
import { PageCall } from '@/components/layout/page-call';
import { callExtra, callPath } from '@/lib/client/call';
import { getAddress } from '@/lib/endpoints/address';
import { getContract } from '@/lib/endpoints/contract';
import { getVerificationConfig } from '@/lib/endpoints/verification';
import { t } from '@/lib/language/t';
import type { Params } from '../load';
import { getPageContract, type Query } from './load';

/** Contract tab of an address: verification, sources and ABI. */
export default async function AddressContractPage(props: { params: Params; searchParams: Query }) {
  const { where, contract, contractPath, isUnknown } = await getPageContract(props.params);
  const config =
    contract === undefined || contract.is_fully_verified
      ? undefined
      : await callExtra(getVerificationConfig, { chain: where.chain, params: {} });
  const canVerify = (config?.verification_options.length ?? 0) > 0;
  return (
    <section aria-label={t('Contract')} className="flex flex-col gap-4">
      {contract === undefined ? (
        <NoCode isUnknown={isUnknown} />
      ) : (
        <>
          <ContractNav path={contractPath} current="" contract={contract} />
          <ContractUnknown
            contract={contract}
            verifyPath={canVerify ? `${contractPath}/verify` : undefined}
          />
          <ContractFacts contract={contract} />
          <ContractSources contract={contract} path={contractPath} query={await props.searchParams} />
          <ConstructorArguments contract={contract} />
          <ContractInterface contract={contract} />
          <GuessedFunctions contract={contract} />
          <StorageLayout contract={contract} />
        </>
      )}
      <PageCall path={callPath(contract === undefined ? getAddress : getContract, where)} />
    </section>
  );
}
