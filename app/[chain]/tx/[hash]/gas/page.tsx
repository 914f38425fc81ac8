import type { Metadata } from 'next';
import type { SearchParams } from '@/app/[chain]/load-list';
import { CompareForm } from '@/components/gas-profile/compare-form';
import { GasAccount } from '@/components/gas-profile/gas-account';
import { GasComparison } from '@/components/gas-profile/gas-comparison';
import { ContractsTable, MAX_ROWS, MethodsTable } from '@/components/gas-profile/gas-tables';
import { Icicle } from '@/components/gas-profile/icicle';
import { SourceGas } from '@/components/gas-profile/source-gas';
import { StorageWrites } from '@/components/gas-profile/storage-writes';
import { PageCall } from '@/components/layout/page-call';
import { ApiMessage } from '@/components/ui/api-message';
import { EmptyPanel } from '@/components/ui/empty-state';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { callExtra, callPath } from '@/lib/client/call';
import { HASH } from '@/lib/endpoints/formats';
import { type GasProfile, getGasProfile } from '@/lib/endpoints/gas-profile';
import { type Msg, msg, t } from '@/lib/language/t';
import { describePage } from '../describe-page';
import { getPageTransaction, type PageTransaction, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  describePage(params, { name: t('Gas profile'), segment: 'gas' });

/** Where the gas of a transaction went; with `compare` in the URL, compared with another one. */
export default async function GasPage({ params, searchParams }: Props) {
  const page = await getPageTransaction(params);
  const param = (await searchParams).compare;
  const compared = typeof param === 'string' && param.trim() !== '' ? param.trim() : undefined;
  const [profile, other] = await Promise.all([
    page.transaction.block_number === null ? undefined : callExtra(getGasProfile, page.where),
    findOther(page, compared),
  ]);
  const path = `${page.path}/gas`;
  return (
    <section aria-label={t('Gas profile')} className="flex flex-col gap-4">
      <PageCall path={callPath(getGasProfile, page.where)} />
      {profile === undefined ? (
        <NoProfile isPending={page.transaction.block_number === null} />
      ) : (
        <>
          <CompareForm path={path} compared={compared} />
          {compared !== undefined && other === undefined && <NotFound />}
          {compared !== undefined && other && (
            <GasComparison profile={profile} other={other} otherHash={compared.toLowerCase()} />
          )}
          <Profile profile={profile} path={page.path} />
        </>
      )}
    </section>
  );
}

async function findOther({ chain }: PageTransaction, compared: string | undefined) {
  if (compared === undefined || !HASH.test(compared)) return undefined;
  const params = { transaction_hash_param: compared.toLowerCase() };
  return callExtra(getGasProfile, { chain: chain.id, params });
}

function Profile({ profile, path }: { profile: GasProfile; path: string }) {
  if (profile.source === null) {
    return (
      <>
        <GasAccount profile={profile} />
        <Notice icon="none" title={t('Gas by call is not available')}>
          <ApiMessage of={profile.meta} />
        </Notice>
      </>
    );
  }
  return (
    <>
      <Panel
        title={t('Gas by call')}
        id="icicle"
        aside={t('{count, plural, one {# call} other {# calls}}', { count: profile.calls_count })}
      >
        <Icicle profile={profile} path={path} />
        <p className="border-t border-line px-4 py-2 text-xs text-faint">
          {t(
            'Each box is a call, its width proportional to its gas; the free space below it is its own gas. The smallest calls are not drawn.',
          )}{' '}
          <ApiMessage of={profile.meta} />
        </p>
      </Panel>
      <GasAccount profile={profile} />
      <Panel
        title={t('Gas by contract')}
        id="contracts"
        aside={formatCountOf(
          profile.contracts.length,
          msg('{count, plural, one {# contract} other {# contracts}}'),
        )}
      >
        <ContractsTable profile={profile} />
      </Panel>
      <Panel
        title={t('Gas by method')}
        id="methods"
        aside={formatCountOf(
          profile.methods.length + profile.groups_omitted,
          msg('{count, plural, one {# method} other {# methods}}'),
        )}
      >
        <MethodsTable profile={profile} />
      </Panel>
      <SourceGas profile={profile} path={path} />
      {profile.storage && <StorageWrites storage={profile.storage} />}
    </>
  );
}

const formatCountOf = (count: number, noun: Msg) =>
  count > MAX_ROWS
    ? t('the first {limit} of {count}', { limit: MAX_ROWS, count: t(noun, { count }) })
    : t(noun, { count });

function NotFound() {
  return (
    <Notice icon="alert" tone="error" title={t('No transaction to compare with')}>
      {t('Enter the hash of a confirmed transaction of this chain: 0x and 64 hexadecimal digits.')}
    </Notice>
  );
}

function NoProfile({ isPending }: { isPending: boolean }) {
  return (
    <EmptyPanel icon={isPending ? 'clock' : 'none'} title={t('No gas profile available')}>
      {isPending
        ? t('Gas is known once the transaction is in a block.')
        : t('This API does not provide gas profiles.')}
    </EmptyPanel>
  );
}
