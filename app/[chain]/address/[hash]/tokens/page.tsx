import { HeldConfidentialTokens } from '@/components/fhe/held-tokens';
import { AddressTokensTable } from '@/components/holding/balances-table';
import { ListPage } from '@/components/layout/list-page';
import { StandardFilter } from '@/components/token/standard-filter';
import { ApiMessage } from '@/components/ui/api-message';
import { EmptyState } from '@/components/ui/empty-state';
import { rich } from '@/components/ui/rich';
import { callExtra } from '@/lib/client/call';
import { listAddressFheTokens } from '@/lib/endpoints/fhe-activity';
import { listAddressTokens } from '@/lib/endpoints/holding';
import { typesWith } from '@/lib/evm/token-standards';
import { t } from '@/lib/language/t';
import { loadContents } from '../../../load-contents';
import { loadList, type SearchParams } from '../../../load-list';
import { getPageAddress, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export default async function AddressTokensPage({ params, searchParams }: Props) {
  const page = await getPageAddress(params);
  const list = await loadList(listAddressTokens, page, { tab: 'tokens', searchParams, filters: ['type'] });
  const note = list.page?.meta;
  const contents = await loadContents(page.chain);
  const hasConfidential = contents?.token_types.includes('ERC-7984') ?? false;
  const confidential = hasConfidential ? await callExtra(listAddressFheTokens, page.where) : undefined;
  return (
    <ListPage
      list={list}
      label={t('Tokens')}
      what={t('the tokens of an address')}
      head={<StandardFilter list={list} types={contents?.token_types} />}
      foot={
        <>
          {note && (
            <p className="text-sm text-faint">
              <ApiMessage of={note} />
            </p>
          )}
          {confidential && list.isFirst && <HeldConfidentialTokens items={confidential.items} />}
        </>
      }
      filtered={{ title: t('No tokens of these standards'), link: t('Show all standards.') }}
      empty={
        <EmptyState icon="none" title={t('No tokens')}>
          {note == null
            ? t('According to the indexed transfers, this address holds none.')
            : t('No balance of a token is known.')}{' '}
          {rich(
            'Confidential balances ({standards}) can only be read by authorized accounts, so they are not listed.',
            { standards: typesWith('encrypted').join(', ') },
          )}
        </EmptyState>
      }
    >
      <AddressTokensTable balances={list.items} />
    </ListPage>
  );
}
