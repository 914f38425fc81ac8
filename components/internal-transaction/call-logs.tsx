import { Amount } from '@/components/chain/amount';
import { tokenSymbol } from '@/components/token/token-label';
import { assetText } from '@/components/token-transfer/asset-amount';
import { movedAsset } from '@/components/token-transfer/transfer-amount';
import { rich } from '@/components/ui/rich';
import type { CallFrame } from '@/lib/endpoints/call-tree';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import { type Coin, parseInteger } from '@/lib/format/amount';
import { t } from '@/lib/language/t';
import { decimalsOf } from '@/lib/sentence/asset-decimals';
import { CallEnd } from './call-end';
import type { RowContext } from './row-context';

/** What a call itself logged: the tokens that moved, each in a line, and links to its other logs. */
export function CallLogs({ call, context }: { call: CallFrame; context: RowContext }) {
  const { log_indexes: logs, token_transfers: transfers } = call;
  if (logs.length === 0) return null;
  const moved = new Set(transfers.map(({ log_index: index }) => index));
  const others = logs.filter((index) => !moved.has(index));
  return (
    <span className="call-logs">
      {transfers.map((transfer, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: transfers of a batch share a log; their order is fixed
        <span key={at}>
          {rich('{amount} from {from} to {to}', {
            amount: (
              <b>
                <Moved transfer={transfer} coin={context.coin} />
              </b>
            ),
            from: <CallEnd address={transfer.from} context={context} />,
            to: <CallEnd address={transfer.to} context={context} />,
          })}{' '}
          <LogLink index={transfer.log_index} context={context} />
        </span>
      ))}
      {others.length > 0 && (
        <span>
          {others.map((index) => (
            <LogLink key={index} index={index} context={context} />
          ))}
        </span>
      )}
    </span>
  );
}

/** What `MovedAmount` shows, in few bytes. */
function Moved({ transfer, coin }: { transfer: TokenTransfer; coin: Coin }) {
  const asset = movedAsset(transfer);
  const amount = parseInteger(asset.amount);
  if (amount === undefined || asset.token_id !== null) return <bdi>{assetText(asset, coin)}</bdi>;
  return (
    <Amount value={amount} decimals={decimalsOf(asset)} isExact>
      <bdi>{tokenSymbol(asset.token)}</bdi>
    </Amount>
  );
}

function LogLink({ index, context }: { index: number; context: RowContext }) {
  return <a href={context.logHref(index)}>{t('log {index}', { index })}</a>;
}
