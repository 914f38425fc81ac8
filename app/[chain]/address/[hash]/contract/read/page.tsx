import { ReadFunctions } from '@/components/contract/read-functions';
import { t } from '@/lib/language/t';
import type { Params } from '../../load';
import { ContractSection } from '../contract-section';
import { findFunctions, ofKind } from '../functions';
import { getPageContract, type Query } from '../load';
import { readFunctions } from './read-functions';

/** The values of a contract: each view function as a form, with its answer. */
export default async function ReadContractPage(props: { params: Params; searchParams: Query }) {
  const page = await getPageContract(props.params);
  const { chain, address, contract, contractPath } = page;
  const query = await props.searchParams;
  const groups = ofKind(await findFunctions(contract, chain.id), true);
  const reading = await readFunctions(query, { chain: chain.id, to: address.hash, groups });
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '');
  return (
    <ContractSection page={page} label={t('Read')} current="/read">
      {() => (
        <ReadFunctions
          groups={groups}
          path={`${contractPath}/read`}
          reading={reading}
          block={text('block')}
          unit={text('unit')}
        />
      )}
    </ContractSection>
  );
}
