import { AddressLabel } from '@/components/chain/address';
import { ChainLink } from '@/components/chain/chain-link';
import { DeceptiveLetters } from '@/components/chain/deceptive-letters';
import { CopyButton } from '@/components/ui/copy-button';
import { Pill } from '@/components/ui/pill';
import { rich } from '@/components/ui/rich';
import type { Address } from '@/lib/endpoints/address-mention';
import type { Token } from '@/lib/endpoints/token';
import { hasTrait } from '@/lib/evm/token-standards';
import { shortenHash } from '@/lib/format/hash';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { TokenLogo } from './token-logo';

type Creation = Readonly<{
  creator_address_hash: string | null;
  creator: Address | null;
  creation_transaction_hash: string | null;
}>;
type Props = { token: Token; activity: Creation | undefined };

/** Name and symbol (chosen by the contract), standard and address of a token. */
export function TokenHeader({ token, activity }: Props) {
  const isConfidential = hasTrait(token.type, 'encrypted');
  return (
    <header className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <TokenLogo url={token.icon_url} className="size-8" />
        <h1 className="wrap-any text-xl font-semibold tracking-tight">
          <DeceptiveLetters name={token.name} />
          <bdi>{token.name === null ? t('Unnamed token') : displayText(token.name, 80)}</bdi>
        </h1>
        {token.symbol !== null && (
          <span className="wrap-any text-md text-soft">
            <DeceptiveLetters name={token.symbol} />
            <bdi>{displayText(token.symbol, 24)}</bdi>
          </span>
        )}
        <Pill>{token.type ?? t('token')}</Pill>
        {isConfidential && (
          <Pill tone="secret" icon="lock" title={t('Amounts and balances are encrypted')}>
            {t('Confidential')}
          </Pill>
        )}
      </div>
      <p className="flex items-start gap-1.5 text-soft">
        <ChainLink
          to={`/address/${token.address_hash}`}
          className="mono wrap-any min-w-0 max-sm:text-xs"
          title={t('The contract')}
        >
          {token.address_hash}
        </ChainLink>
        <CopyButton value={token.address_hash} what={t('address')} />
      </p>
      {activity && <Creator activity={activity} />}
    </header>
  );
}

function Creator({ activity }: { activity: Creation }) {
  const { creator_address_hash: creator, creation_transaction_hash: hash } = activity;
  if (hash === null) return null;
  const named = activity.creator ?? { name: null, is_contract: null };
  const transaction = (
    <ChainLink to={`/tx/${hash}`} className="mono" title={hash}>
      {shortenHash(hash)}
    </ChainLink>
  );
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-soft">
      {creator === null
        ? rich('Created by another contract in transaction {transaction}', { transaction })
        : rich('Created by {creator} in transaction {transaction}', {
            creator: <AddressLabel address={{ ...named, hash: creator }} />,
            transaction,
          })}
    </p>
  );
}
