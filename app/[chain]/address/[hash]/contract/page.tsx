import { loadGuessedEvents, loadGuessedFunctions } from '@/app/load-names';
import { ConstructorArguments } from '@/components/contract/constructor-arguments';
import { ContractFacts } from '@/components/contract/contract-facts';
import { ContractInterface } from '@/components/contract/contract-interface';
import { ContractSources } from '@/components/contract/contract-sources';
import { ContractUnknown } from '@/components/contract/contract-unknown';
import { DerivedStorage } from '@/components/contract/derived-storage';
import { FormerSources } from '@/components/contract/former-sources';
import { GuessedEvents } from '@/components/contract/guessed-events';
import { GuessedFunctions } from '@/components/contract/guessed-functions';
import { StorageLayout } from '@/components/contract/storage-layout';
import { Upgrades } from '@/components/contract/upgrades';
import { ContractFheProfile } from '@/components/fhe/contract-profile';
import { callExtra } from '@/lib/client/call';
import { getAddressFheProfile } from '@/lib/endpoints/fhe-activity';
import { listContractUpgrades } from '@/lib/endpoints/upgrade';
import { getVerificationConfig } from '@/lib/endpoints/verification';
import { t } from '@/lib/language/t';
import { loadContents } from '../../../load-contents';
import type { Params } from '../load';
import { ContractSection } from './contract-section';
import { getPageContract, type Query } from './load';

/** What it computes on encrypted values, on chains that do. */
async function loadFheProfile({ chain, where }: Awaited<ReturnType<typeof getPageContract>>) {
  const contents = await loadContents(chain);
  return contents?.has_fhe_operations ? callExtra(getAddressFheProfile, where) : undefined;
}

/** Contract tab of an address: verification, sources and ABI. */
export default async function AddressContractPage(props: { params: Params; searchParams: Query }) {
  const page = await getPageContract(props.params);
  const { where, contract, contractPath } = page;
  const query = await props.searchParams;
  const [config, upgrades, profile] = await Promise.all([
    contract === undefined || contract.is_fully_verified
      ? undefined
      : callExtra(getVerificationConfig, { chain: where.chain, params: {} }),
    contract === undefined ? undefined : callExtra(listContractUpgrades, where),
    contract === undefined ? undefined : loadFheProfile(page),
  ]);
  const canVerify = (config?.verification_options.length ?? 0) > 0;
  const code = contract === undefined || contract.abi !== null ? null : contract.deployed_bytecode;
  const [guessed, events] = await Promise.all([
    loadGuessedFunctions(where.chain, contract?.derived_functions ?? []),
    code === null ? [] : loadGuessedEvents(where.chain, code),
  ]);
  return (
    <ContractSection page={page} label={t('Contract')} current="">
      {(known) => (
        <>
          <ContractUnknown contract={known} verifyPath={canVerify ? `${contractPath}/verify` : undefined} />
          <ContractFacts contract={known} />
          {profile && <ContractFheProfile profile={profile} address={where.params.address_hash_param} />}
          <ContractSources contract={known} path={contractPath} query={query} />
          <ConstructorArguments contract={known} />
          <ContractInterface contract={known} />
          <GuessedFunctions guessed={guessed} learned={known.learned_functions} />
          <GuessedEvents guessed={events} />
          <StorageLayout contract={known} />
          <DerivedStorage variables={known.derived_storage ?? []} guessed={guessed} />
          <Upgrades upgrades={upgrades?.items ?? []} isPart={Boolean(upgrades?.next_page_params)} />
          <FormerSources contract={known} />
        </>
      )}
    </ContractSection>
  );
}
