import { WriteFunctions } from '@/components/contract/write-functions';
import { t } from '@/lib/language/t';
import type { Params } from '../../load';
import { ContractSection } from '../contract-section';
import { findFunctions, ofKind } from '../functions';
import { getPageContract, type Query } from '../load';
import { prepareCall } from './prepare-call';
import { simulate } from './simulate';

/** The functions of a contract that change something: a form each, calldata and a simulation; a wallet sends it. */
export default async function WriteContractPage(props: { params: Params; searchParams: Query }) {
  const page = await getPageContract(props.params);
  const { chain, address, contract, contractPath } = page;
  const groups = ofKind(await findFunctions(contract, chain.id), false);
  const where = { chain: chain.id, to: address.hash, groups };
  const writing = await prepareCall(await props.searchParams, where);
  return (
    <ContractSection page={page} label={t('Write')} current="/write">
      {() => (
        <WriteFunctions
          groups={groups}
          path={`${contractPath}/write`}
          chain={{ id: Number(chain.id), name: chain.name, symbol: chain.symbol }}
          writing={writing}
          simulate={simulate.bind(null, chain.id)}
        />
      )}
    </ContractSection>
  );
}
