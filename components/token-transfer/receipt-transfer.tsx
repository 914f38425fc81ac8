import { tokenSymbol } from '@/components/token/token-label';
import { rich } from '@/components/ui/rich';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import { hasTrait } from '@/lib/evm/token-standards';
import { formatExact, parseDecimals, parseInteger } from '@/lib/format/amount';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';

/** A transfer for print: exact amount, full addresses. */
export function ReceiptTransfer({ transfer }: { transfer: TokenTransfer }) {
  return (
    <p className="mb-1 break-inside-avoid last:mb-0">
      <span className="figure font-medium">
        {describeAmount(transfer)} <bdi>{tokenSymbol(transfer.token)}</bdi>
      </span>{' '}
      <span className="whitespace-nowrap text-soft">{transfer.token.type}</span>
      <span className="mono block text-xs leading-4">
        {rich('from {hash}', { hash: transfer.from.hash })}

        <br />
        {rich('to   {hash}', { hash: transfer.to.hash })}

        <br />
        <span className="text-soft">
          {rich('token {addressHash}', { addressHash: transfer.token.address_hash })}
        </span>
      </span>
    </p>
  );
}

function describeAmount({ token, token_type, total, encrypted_amount }: TokenTransfer): string {
  if (hasTrait(token_type ?? token.type, 'encrypted'))
    return encrypted_amount === null
      ? t('encrypted amount of')
      : t('encrypted amount {encryptedAmount} of', { encryptedAmount: encrypted_amount });
  const value = parseInteger(total?.value ?? null);
  const tokenId = total?.token_id ?? null;
  if (tokenId !== null)
    return value === undefined || value === 1n
      ? t('token ID {tokenId} of', { tokenId })
      : t('{amount} × token ID {tokenId} of', { amount: groupDigits(value), tokenId });
  if (value === undefined) return t('an unknown amount of');
  const known = total?.decimals ?? token.decimals;
  const decimals = parseDecimals(known);
  if (decimals !== undefined) return formatExact(value, decimals);
  const amount = groupDigits(value);
  return known === null
    ? t('{amount} (decimals unknown)', { amount })
    : t('{amount} (raw value)', { amount });
}
