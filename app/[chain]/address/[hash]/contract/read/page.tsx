import { ContractNav } from '@/components/contract/contract-nav';
import { NoCode } from '@/components/contract/no-code';
import { ReadFunctions } from '@/components/contract/read-functions';
import { PageCall } from '@/components/layout/page-call';
import { callPath } from '@/lib/client/call';
import { getAddress } from '@/lib/endpoints/address';
import { getContract } from '@/lib/endpoints/contract';
import { t } from '@/lib/language/t';
import type { Params } from '../../load';
import { findFunctions, ofKind } from '../functions';
import { getPageContract, type Query } from '../load';
import { readFunctions } from './read-functions';

/** The values of a contract: each view function as a form, with its answer. */
export default async function ReadContractPage(props: { params: Params; searchParams: Query }) {
  const page = await getPageContract(props.params);
  const { chain, address, where, contract, contractPath, isUnknown } = page;
  const query = await props.searchParams;
  const groups = ofKind(await findFunctions(contract, chain.id), true);
  const functions = groups.flatMap((group) => group.functions);
  const reading = await readFunctions(query, { chain: chain.id, to: address.hash, functions });
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '');
  return (
    <section aria-label={t('Read')} className="flex flex-col gap-4">
      {contract === undefined ? (
        <NoCode isUnknown={isUnknown} />
      ) : (
        <>
          <ContractNav path={contractPath} current="/read" contract={contract} />
          <ReadFunctions
            groups={groups}
            path={`${contractPath}/read`}
            reading={reading}
            block={text('block')}
            unit={text('unit')}
          />
        </>
      )}
      <PageCall path={callPath(contract === undefined ? getAddress : getContract, where)} />
    </section>
  );
}
