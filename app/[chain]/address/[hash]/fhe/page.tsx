import { DelegationsPanel } from '@/components/fhe/delegations-panel';
import { GrantedHandles } from '@/components/fhe/granted-handles';
import { ListPage } from '@/components/layout/list-page';
import { EmptyState } from '@/components/ui/empty-state';
import { callExtra } from '@/lib/client/call';
import { listAddressFheDelegations, listAddressFheHandles } from '@/lib/endpoints/fhe-access';
import { t } from '@/lib/language/t';
import { loadList, type SearchParams } from '../../../load-list';
import { getPageAddress, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

/** What an address may decrypt, and for whom. */
export default async function AddressFhePage({ params, searchParams }: Props) {
  const page = await getPageAddress(params);
  const [list, delegations] = await Promise.all([
    loadList(listAddressFheHandles, page, { tab: 'fhe', searchParams }),
    callExtra(listAddressFheDelegations, page.where),
  ]);
  return (
    <ListPage
      list={list}
      label={t('Decryption rights')}
      what={t('the decryption rights of an address')}
      head={list.isFirst && delegations && <DelegationsPanel items={delegations.items} />}
      note={
        <p className="text-sm text-faint">
          {t(
            'Each value with its first grant, by logs of known ACLs. A grant is the right to compute with a value and to decrypt it through a contract that has one, too. It is never taken back. Values that everyone may decrypt are listed only where this address has a grant of its own.',
          )}
        </p>
      }
      empty={
        <EmptyState icon="lock" title={t('No grants')}>
          {t('No indexed log of a known ACL lets this address decrypt a value.')}
        </EmptyState>
      }
    >
      <h2 className="border-b border-line px-4 py-2.5 text-base font-semibold">
        {t('Values that this address may decrypt')}
      </h2>
      <GrantedHandles handles={list.items} />
    </ListPage>
  );
}
