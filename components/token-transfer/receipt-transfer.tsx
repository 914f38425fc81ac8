import { tokenSymbol } from '@/components/token/token-label';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import { hasTrait } from '@/lib/evm/token-standards';
import { formatExact, parseDecimals, parseInteger } from '@/lib/format/amount';
import { groupDigits } from '@/lib/format/number';

/** A transfer for print: exact amount, full addresses. */
export function ReceiptTransfer({ transfer }: { transfer: TokenTransfer }) {
  return (
    <p className="mb-1 break-inside-avoid last:mb-0">
      <span className="font-medium">
        {describeAmount(transfer)} <bdi>{tokenSymbol(transfer.token)}</bdi>
      </span>{' '}
      <span className="whitespace-nowrap text-soft">{transfer.token.type}</span>
      <span className="mono block text-xs leading-4">
        from {transfer.from.hash}
        <br />
        to&nbsp;&nbsp; {transfer.to.hash}
        <br />
        <span className="text-soft">token {transfer.token.address_hash}</span>
      </span>
    </p>
  );
}

function describeAmount({ token, token_type, total, encrypted_amount }: TokenTransfer): string {
  if (hasTrait(token_type ?? token.type, 'encrypted'))
    return encrypted_amount === null ? 'encrypted amount of' : `encrypted amount ${encrypted_amount} of`;
  const value = parseInteger(total?.value ?? null);
  const tokenId = total?.token_id ?? null;
  if (tokenId !== null)
    return `${value === undefined || value === 1n ? '' : `${groupDigits(value)} × `}token ID ${tokenId} of`;
  if (value === undefined) return 'an unknown amount of';
  const decimals = parseDecimals(total?.decimals ?? token.decimals);
  return decimals === undefined ? `${groupDigits(value)} (decimals unknown)` : formatExact(value, decimals);
}
