import { ChainLink } from '@/components/chain/chain-link';
import { Notice } from '@/components/ui/notice';
import { rich } from '@/components/ui/rich';
import type { Contract } from '@/lib/endpoints/contract';
import { shortenHash } from '@/lib/format/hash';
import { t } from '@/lib/language/t';

type Props = {
  contract: Contract;
  /** Where its sources can be sent; undefined where they cannot. */
  verifyPath: string | undefined;
};

/** Notice for an unverified contract, or one that is a partial match, with what can be done. */
export function ContractUnknown({ contract, verifyPath }: Props) {
  const { verified_twin_address_hash: twin } = contract;
  if (contract.proxy_type === 'eip7702') {
    return (
      <Notice icon="alert" title={t('No code of its own')}>
        {t('This account runs the code of the contract that it delegates to (EIP-7702).')}
      </Notice>
    );
  }
  const verify = verifyPath !== undefined && (
    <>
      {' '}
      <a href={verifyPath}>{t('Verify the source code')}</a>
    </>
  );
  if (contract.creation_status === 'selfdestructed') {
    return (
      <Notice icon="alert" title={t('The contract destroyed itself')}>
        {t('There is no code at this address now. It can be created again, with other code.')}
      </Notice>
    );
  }
  if (contract.former_sources !== undefined && !contract.is_verified) {
    return (
      <Notice icon="alert" title={t('The code at this address has changed')}>
        {t('What was verified here is not the code that is here now.')}{' '}
        <a href="#former-sources">{t('Former sources')}</a>
        {verify && <> · {verify}</>}
      </Notice>
    );
  }
  if (twin !== null) {
    return (
      <Notice icon="alert" title={t('Verified through a contract with the same bytecode')}>
        {rich('The sources are those of {contract}, whose runtime bytecode is identical.', {
          contract: (
            <ChainLink to={`/address/${twin}/contract`} title={twin} data-same={twin.toLowerCase()}>
              <span className="mono">{shortenHash(twin)}</span>
            </ChainLink>
          ),
        })}
        {verify}
      </Notice>
    );
  }
  if (contract.abi !== null && contract.source_code !== null) {
    if (contract.is_fully_verified || verifyPath === undefined) return null;
    return (
      <Notice icon="alert" title={t('Partial match')}>
        {t(
          'The sources compile to this code, but the metadata differs: comments, names or settings may not match.',
        )}
        {verify}
      </Notice>
    );
  }
  if (contract.abi !== null) {
    return (
      <Notice icon="alert" title={t('Source code not verified')}>
        {t('Its ABI is known, so calls and logs are decoded with it.')}
        {verify}
      </Notice>
    );
  }
  return (
    <Notice icon="alert" title={t('Source code not verified')}>
      {t('Standard calls and events are still decoded.')}
      {verify}
    </Notice>
  );
}
