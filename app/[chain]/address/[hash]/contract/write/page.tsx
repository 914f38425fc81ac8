import { ContractNav } from '@/components/contract/contract-nav';
import { NoCode } from '@/components/contract/no-code';
import { WriteFunctions } from '@/components/contract/write-functions';
import { PageCall } from '@/components/layout/page-call';
import { callPath } from '@/lib/client/call';
import { getAddress } from '@/lib/endpoints/address';
import { getContract } from '@/lib/endpoints/contract';
import { t } from '@/lib/language/t';
import type { Params } from '../../load';
import { findFunctions, ofKind } from '../functions';
import { getPageContract, type Query } from '../load';
import { prepareCall } from './prepare-call';
import { simulate } from './simulate';

/** The functions of a contract that change something: a form each, calldata and a simulation; a wallet sends it. */
export default async function WriteContractPage(props: { params: Params; searchParams: Query }) {
  const page = await getPageContract(props.params);
  const { chain, address, where, contract, contractPath, isUnknown } = page;
  const groups = ofKind(await findFunctions(contract, chain.id), false);
  const functions = groups.flatMap((group) => group.functions);
  const writing = await prepareCall(await props.searchParams, {
    chain: chain.id,
    to: address.hash,
    functions,
  });
  return (
    <section aria-label={t('Write')} className="flex flex-col gap-4">
      {contract === undefined ? (
        <NoCode isUnknown={isUnknown} />
      ) : (
        <>
          <ContractNav path={contractPath} current="/write" contract={contract} />
          <WriteFunctions
            groups={groups}
            path={`${contractPath}/write`}
            chain={{ id: Number(chain.id), name: chain.name, symbol: chain.symbol }}
            writing={writing}
            simulate={simulate.bind(null, chain.id)}
          />
        </>
      )}
      <PageCall path={callPath(contract === undefined ? getAddress : getContract, where)} />
    </section>
  );
}
