import type { z } from 'zod';
import type { SearchParams } from '@/app/[chain]/load-list';
import { readConfig } from '@/app/read-config';
import { PageCall } from '@/components/layout/page-call';
import { EmptyPanel } from '@/components/ui/empty-state';
import { Notice } from '@/components/ui/notice';
import { listToolLines } from '@/components/verification/list-tool-lines';
import { type CompilerChoice, SourcesForm } from '@/components/verification/sources-form';
import { ToolLines } from '@/components/verification/tool-lines';
import { VerificationOutcome } from '@/components/verification/verification-outcome';
import { callExtra, callPath } from '@/lib/client/call';
import { findChainList } from '@/lib/client/chains';
import type { AddressInfo } from '@/lib/endpoints/address';
import { getContract } from '@/lib/endpoints/contract';
import { getVerification, getVerificationConfig } from '@/lib/endpoints/verification';
import { t } from '@/lib/language/t';
import { reasonOf, writeMessage } from '@/lib/messages/message';
import { getPageAddress, type Params } from '../../load';
import { sendSources } from './send-sources';

type Props = { params: Params; searchParams: Promise<SearchParams> };

type Config = z.output<typeof getVerificationConfig.response>;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Verifies the contract: the form, or with `?id=` where a verification stands. */
export default async function VerifyPage({ params, searchParams }: Props) {
  const { chain, address, path } = await getPageAddress(params);
  const { id } = await searchParams;
  const config = await callExtra(getVerificationConfig, { chain: chain.id, params: {} });
  const known =
    typeof id === 'string' && ID.test(id)
      ? await callExtra(getVerification, { chain: chain.id, params: { verification_id_param: id } })
      : undefined;
  const isThis = known?.address_hash.toLowerCase() === address.hash.toLowerCase();
  const noSources = explainMissingSources(address);
  const isOpen = isThis && (known.status === 'queued' || known.status === 'running');
  const isExact = isThis && known.is_fully_verified === true;
  return (
    <section aria-label={t('Verify the contract')} className="flex flex-col gap-4">
      {id !== undefined && !isThis && (
        <Notice icon="alert" title={t('This verification is no longer available')}>
          {t('Results are available for one day.')}
        </Notice>
      )}
      {isThis && <VerificationOutcome state={known} contractPath={`${path}/contract`} />}
      {config === undefined || config.verification_options.length === 0 || noSources !== undefined ? (
        <EmptyPanel icon="none" title={t('Verification not available')}>
          {noSources ?? t('This explorer does not verify contracts.')}
        </EmptyPanel>
      ) : (
        !isOpen &&
        !isExact && (
          <>
            <SourcesForm
              submit={sendSources.bind(null, { chain: chain.id, hash: address.hash })}
              compilers={toChoice(config)}
              evmVersions={config.solidity_evm_versions}
            />
            {!readConfig().apiIsElsewhere && (
              <ToolLines lines={await findToolLines(chain.id, address.hash)} />
            )}
          </>
        )
      )}
      <PageCall path={callPath(getVerificationConfig, { chain: chain.id, params: {} })} />
    </section>
  );
}

async function findToolLines(chainId: string, address: string) {
  const where = { chain: chainId, params: { address_hash_param: address } };
  const [chains, known] = await Promise.all([findChainList(), callExtra(getContract, where)]);
  const isDefault = chains?.[0]?.id === chainId;
  const contract = known && 'file_path' in known ? known : undefined;
  return listToolLines({ chainId, isDefault, address, site: readConfig().publicUrl, contract });
}

function toChoice({
  solidity_compiler_versions: versions,
  solidity_compilers: known,
}: Config): CompilerChoice {
  if (known == null) return { versions, source: undefined };
  const why = reasonOf(known);
  return {
    versions,
    source: {
      installed: known.installed_versions,
      host: known.host,
      reason: why && writeMessage(why),
    },
  };
}

/** Undefined for an address whose code may have sources. */
function explainMissingSources({
  is_contract: isContract,
  proxy_type: proxy,
}: AddressInfo): string | undefined {
  if (proxy === 'eip7702')
    return t('This account runs the code of the contract that it delegates to (EIP-7702).');
  return isContract === false
    ? t('Only contracts have sources, and this address was not a contract when last checked.')
    : undefined;
}
