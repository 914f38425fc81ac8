import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { readConfig } from '@/app/read-config';
import { siteUrl } from '@/app/site-url';
import { LookAlikeNotice } from '@/components/chain/look-alike-notice';
import { DecryptPanel } from '@/components/fhe/decrypt/decrypt-panel';
import { HandleAccess } from '@/components/fhe/handle-access';
import { HandleCleartext, HandleFacts } from '@/components/fhe/handle-facts';
import { HandleHeader } from '@/components/fhe/handle-header';
import { HandleHistory } from '@/components/fhe/handle-history';
import { Lineage } from '@/components/fhe/lineage';
import { Breadcrumb, LastCrumb } from '@/components/layout/breadcrumb';
import { ListBody } from '@/components/layout/list-page';
import { PageCall } from '@/components/layout/page-call';
import { ViewAs } from '@/components/layout/view-as';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { Panel } from '@/components/ui/panel';
import { call, callExtra, callPath } from '@/lib/client/call';
import { getFheActivity } from '@/lib/endpoints/fhe-activity';
import {
  type FheGrant,
  type FheHandle,
  getFheHandle,
  getFheHandleLineage,
  listFheHandleAccess,
  listFheHandleHistory,
} from '@/lib/endpoints/fhe-handle';
import { HASH } from '@/lib/endpoints/formats';
import { shortenHandle } from '@/lib/format/hash';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { t } from '@/lib/language/t';
import { getHash } from '../../get-chain';
import { loadList, type SearchParams } from '../../load-list';
import { loadTwins } from './load-twins';
import { loadUnits } from './load-units';

type Params = Promise<{ chain: string; hash: string }>;
type Props = { params: Params; searchParams: Promise<SearchParams> };

const STEPS = '4';
const MAX_STEPS = '8';
const PAGE_SIZE = '25';
const GRANTS = '15';

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const { chain, handle } = await getPageHandle(params);
  return {
    title: t('Handle {handle} on {name}', { handle: shortenHandle(handle.handle), name: chain.name }),
    description: t('Encrypted value {handle} on {name}: its origin, uses, and who may decrypt it.', {
      handle: handle.handle,
      name: chain.name,
    }),
    alternates: { canonical: `/${chain.id}/handle/${handle.handle}` },
  };
}

/** The handle of an encrypted value: origin, access, life line and history. */
export default async function HandlePage({ params, searchParams }: Props) {
  const { chain, handle, where } = await getPageHandle(params);
  const path = `/${chain.id}/handle/${handle.handle}`;
  const isLong = (await searchParams).steps === MAX_STEPS;
  const [lineage, access, twins, tokens, history, relay] = await Promise.all([
    callExtra(getFheHandleLineage, { ...where, query: { steps: isLong ? MAX_STEPS : STEPS } }),
    callExtra(listFheHandleAccess, { ...where, query: { items_count: GRANTS } }),
    loadTwins(handle),
    loadUnits(chain.id, handle),
    loadList(listFheHandleHistory, { where, path }, { searchParams, fixed: { items_count: PAGE_SIZE } }),
    findRelay(chain.id, handle),
  ]);
  const grants = access?.items ?? [];
  const hasMoreGrants = access?.next_page_params != null;
  const lookAlikes = findLookAlikes(grants.map(({ account }) => account.hash));
  const hasMore = lineage !== undefined && lineage.has_more_before.length + lineage.has_more_after.length > 0;
  return (
    <article className="flex flex-col gap-4">
      <Breadcrumb trail={[{ href: `/${chain.id}/fhe`, text: t('Confidential activity') }]}>
        <LastCrumb>{shortenHandle(handle.handle)}</LastCrumb>
      </Breadcrumb>
      <HandleHeader
        handle={handle}
        hasMoreGrants={hasMoreGrants}
        lookAlikes={lookAlikes}
        chainId={chain.id}
        viewAs={<ViewAs base={path} site={siteUrl().origin} hasMarkdown={false} />}
      />
      <LookAlikeNotice lookAlikes={lookAlikes} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <HandleCleartext handle={handle} tokens={tokens} />
        <HandleFacts handle={handle} twins={twins} />
      </div>
      <HandleAccess handle={handle} grants={grants} hasMore={hasMoreGrants} />
      {relay !== undefined && (
        <DecryptPanel
          {...relay}
          handle={asHex(handle.handle)}
          chain={{ id: Number(chain.id), name: chain.name }}
          contracts={listContracts(handle, grants)}
          delegations={listDelegations(grants)}
        />
      )}
      {lineage !== undefined && lineage.operations.length > 0 && (
        <Lineage
          handle={handle.handle}
          lineage={lineage}
          root={`/${chain.id}`}
          moreHref={hasMore && !isLong ? `${path}?steps=${MAX_STEPS}#lineage` : undefined}
        />
      )}
      <Panel title={t('History')} id="history" aside={t('newest first')}>
        <ListBody
          list={history}
          what={t('handles')}
          empty={
            <EmptyState icon="none" title={t('No logs')}>
              {t('No log that counts names it.')}
            </EmptyState>
          }
        >
          <HandleHistory events={history.items} />
        </ListBody>
      </Panel>
      <Pager {...history} />
      <PageCall path={callPath(getFheHandle, where)} />
    </article>
  );
}

/** How a wallet may decrypt the value here: undefined unless the operator named a relayer for its chain. */
async function findRelay(chain: string, handle: FheHandle) {
  const { fheRelayers } = readConfig();
  const relayerUrl = Object.hasOwn(fheRelayers, chain) ? fheRelayers[chain] : undefined;
  if (relayerUrl === undefined || handle.deployment === null) return undefined;
  const activity = await callExtra(getFheActivity, { chain, params: {} });
  const found = activity?.deployments.find(({ deployment }) => deployment.name === handle.deployment);
  const { acl = null, kms_verifier: kmsVerifier = null } = found?.deployment ?? {};
  return acl === null || kmsVerifier === null
    ? undefined
    : { relayerUrl, acl: asHex(acl), kmsVerifier: asHex(kmsVerifier) };
}

/** Contracts that a request to decrypt may name: that which made the value first. */
function listContracts({ operation, input }: FheHandle, grants: readonly FheGrant[]) {
  const contracts = grants.flatMap(({ account }) => (account.is_contract ? [account.hash] : []));
  const makers = [operation?.caller?.hash, input?.contract?.hash].filter((hash) => hash !== undefined);
  return [...new Set([...makers, ...contracts])].map(asHex);
}

function listDelegations(grants: readonly FheGrant[]) {
  return grants.flatMap(({ account, delegations }) =>
    delegations.map(({ delegate, contract }) => ({
      delegator: asHex(account.hash),
      delegate: asHex(delegate.hash),
      contract: contract === null ? null : asHex(contract.hash),
    })),
  );
}

const asHex = (hex: string): `0x${string}` => `0x${hex.slice(2)}`;

/** Resolves the URL's chain and handle; 404 if the API does not know it. */
async function getPageHandle(params: Params) {
  const { chain, hash } = await getHash(params, HASH);
  const where = { chain: chain.id, params: { handle_param: hash.toLowerCase() } };
  const handle = (await call(getFheHandle, where)) ?? notFound();
  return { chain, handle, where };
}
