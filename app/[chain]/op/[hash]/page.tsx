import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { loadFailure } from '@/app/load-names';
import { siteUrl } from '@/app/site-url';
import { LookAlikeNotice } from '@/components/chain/look-alike-notice';
import { Breadcrumb, LastCrumb } from '@/components/layout/breadcrumb';
import { PageCall } from '@/components/layout/page-call';
import { ViewAs } from '@/components/layout/view-as';
import { OperationGas, OperationParties } from '@/components/user-operation/operation-details';
import { OperationFacts } from '@/components/user-operation/operation-facts';
import { OperationHeader } from '@/components/user-operation/operation-header';
import { OperationFailure, OperationInput } from '@/components/user-operation/operation-input';
import { call, callPath } from '@/lib/client/call';
import { HASH } from '@/lib/endpoints/formats';
import { getUserOperation, type UserOperationInfo } from '@/lib/endpoints/user-operation-info';
import { shortenHash } from '@/lib/format/hash';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { t } from '@/lib/language/t';
import { getHash } from '../../get-chain';

type Params = Promise<{ chain: string; hash: string }>;

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const { chain, operation } = await getPageOperation(params);
  return {
    title: t('User operation {hash} on {name}', { hash: shortenHash(operation.hash), name: chain.name }),
    description: t('User operation {hash} on {name}: what it did, who paid for it, and its fee.', {
      hash: operation.hash,
      name: chain.name,
    }),
    alternates: { canonical: `/${chain.id}/op/${operation.hash}` },
  };
}

/** One user operation (ERC-4337). */
export default async function OperationPage({ params }: { params: Params }) {
  const { chain, operation, where } = await getPageOperation(params);
  const { address, bundler, paymaster, factory, execute_target: target } = operation;
  const parties = [address, bundler, paymaster, factory, target];
  const lookAlikes = findLookAlikes(parties.flatMap((party) => (party === null ? [] : [party.hash])));
  return (
    <article className="flex flex-col gap-4">
      <Breadcrumb trail={[{ href: `/${chain.id}/operations`, text: t('User operations') }]}>
        <LastCrumb>{shortenHash(operation.hash)}</LastCrumb>
      </Breadcrumb>
      <OperationHeader
        operation={operation}
        lookAlikes={lookAlikes}
        viewAs={
          <ViewAs base={`/${chain.id}/op/${operation.hash}`} site={siteUrl().origin} hasMarkdown={false} />
        }
      />
      <OperationFacts operation={operation} symbol={chain.symbol} />
      <LookAlikeNotice lookAlikes={lookAlikes} />
      {!operation.status && <OperationFailure failure={await readReason(chain.id, operation)} />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <OperationParties operation={operation} lookAlikes={lookAlikes} />
          <OperationInput operation={operation} />
        </div>
        <OperationGas operation={operation} />
      </div>
      <PageCall path={callPath(getUserOperation, where)} />
    </article>
  );
}

/** The revert reason of the account's call, if any. */
async function readReason(chain: string, { revert_reason: data }: UserOperationInfo) {
  return data === null || data === '0x' ? undefined : loadFailure(chain, { message: data, data }, []);
}

/** Resolves the URL's chain and user operation; 404 if the API does not know it. */
async function getPageOperation(params: Params) {
  const { chain, hash } = await getHash(params, HASH);
  const where = { chain: chain.id, params: { operation_hash_param: hash.toLowerCase() } };
  const operation = (await call(getUserOperation, where)) ?? notFound();
  return { chain, operation, where };
}
