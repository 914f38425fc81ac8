import type { AmountForm } from '@/components/chain/amount';
import { Worth } from '@/components/chain/worth';
import { rateOfToken } from '@/components/token/rate-of-token';
import { tokenSymbol } from '@/components/token/token-label';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import { parseDecimals } from '@/lib/format/amount';
import { assetOf } from '@/lib/sentence/describe-transaction';
import { AssetAmount } from './asset-amount';

type Moved = Pick<TokenTransfer, 'token' | 'token_type' | 'total' | 'encrypted_amount'>;
type Transfer = Moved &
  Pick<TokenTransfer, 'timestamp' | 'historic_exchange_rate' | 'historic_exchange_rate_source'>;

/** Amount of a transfer with its worth, its NFT, or an encrypted amount. */
export function TransferAmount({ transfer, ...form }: AmountForm & { transfer: Transfer }) {
  const { historic_exchange_rate: rate, historic_exchange_rate_source: source, timestamp } = transfer;
  const { token, token_id: id, amount } = movedAsset(transfer);
  return (
    <>
      <MovedAmount transfer={transfer} {...form} />
      {id === null && (
        <Worth
          amount={amount}
          decimals={parseDecimals(token.decimals)}
          symbol={tokenSymbol(token)}
          now={rateOfToken(token)}
          past={{ rate, source, timestamp }}
        />
      )}
    </>
  );
}

/** Amount of a token with its symbol, an NFT, or an encrypted amount. */
export function MovedAmount({ transfer, ...form }: AmountForm & { transfer: Moved }) {
  return <AssetAmount asset={movedAsset(transfer)} symbol="" handle={transfer.encrypted_amount} {...form} />;
}

/** Of the standard and decimals of the transfer, where the token has others now. */
export function movedAsset(transfer: Moved) {
  const { token: now, token_type: type, total } = transfer;
  const token = { ...now, type: type ?? now.type, decimals: total?.decimals ?? now.decimals };
  return { ...assetOf(transfer), token };
}
