import { AddressLabel } from '@/components/chain/address';
import { Panel } from '@/components/ui/panel';
import { Pill } from '@/components/ui/pill';
import { rich } from '@/components/ui/rich';
import type { Address } from '@/lib/endpoints/address-mention';
import type { Transaction } from '@/lib/endpoints/transaction';
import { groupDigits } from '@/lib/format/number';
import { type Msg, msg, t } from '@/lib/language/t';

type Authorization = Transaction['authorization_list'][number];
/** Known addresses by hash in lower case. */
type Names = ReadonlyMap<string, Address>;

/** EIP-7702 authorizations: which account delegates to which code. */
export function AuthorizationsPanel({ transaction, names }: { transaction: Transaction; names: Names }) {
  const list = transaction.authorization_list;
  if (list.length === 0) return null;
  return (
    <Panel title={t('Authorizations')} id="authorizations" aside={t('EIP-7702')}>
      <ol className="divide-y divide-line">
        {list.map((authorization, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: authorizations may be equal; their order is fixed
          <AuthorizationLine key={index} authorization={authorization} names={names} />
        ))}
      </ol>
    </Panel>
  );
}

function AuthorizationLine({ authorization, names }: { authorization: Authorization; names: Names }) {
  const { authority, address_hash: code, status } = authorization;
  const label = (hash: string) => (
    <AddressLabel address={names.get(hash.toLowerCase()) ?? { hash, name: null, is_contract: null }} />
  );
  const isAnyChain = BigInt(authorization.chain_id) === 0n;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
      {authority === null ? <span className="text-faint">{t('unknown signer')}</span> : label(authority)}
      {BigInt(code) === 0n ? (
        <span>{t('ends its delegation')}</span>
      ) : (
        <>
          <span className="text-soft">{t('delegates to')}</span>
          {label(code)}
        </>
      )}
      <span className="text-soft sm:ms-auto">
        {rich('nonce {nonce} · {chain}', {
          nonce: groupDigits(authorization.nonce),
          chain: isAnyChain ? t('any chain') : t('chain {chainId}', { chainId: authorization.chain_id }),
        })}
      </span>
      {status !== null && <Pill tone={status === 'ok' ? 'ok' : 'error'}>{describeValidity(status)}</Pill>}
    </li>
  );
}

const FAULTS: Readonly<Record<string, Msg>> = {
  invalid_chain_id: msg('invalid chain id'),
  invalid_signature: msg('invalid signature'),
  invalid_nonce: msg('invalid nonce'),
};

/** Words for a status; one that only another service has as it came. */
function describeValidity(status: string): string {
  if (status === 'ok') return t('valid');
  const fault = FAULTS[status];
  return fault === undefined ? status.replaceAll('_', ' ') : t(fault);
}
