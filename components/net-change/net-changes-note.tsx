import { ApiMessage } from '@/components/ui/api-message';
import { Icon } from '@/components/ui/icon';
import { rich } from '@/components/ui/rich';
import type { NetChanges } from '@/lib/endpoints/net-change';
import { t } from '@/lib/language/t';
import { AssetAmount } from '../token-transfer/asset-amount';
import { burntOf } from './burnt-of';

type Props = {
  net: NetChanges;
  symbol: string;
  /** Link to more accounts; undefined where all are listed. */
  wholeHref: string | undefined;
};

/** What the net changes of a transaction lack, their source, and what was burnt. */
export function NetChangesNote({ net, symbol, wholeHref }: Props) {
  return (
    <p className="border-t border-line px-4 py-2 text-xs text-faint">
      <NotShown count={net.accounts_count - net.items.length} wholeHref={wholeHref} />
      <ApiMessage of={net.meta} /> <Source net={net} symbol={symbol} />{' '}
      <BurntFee fee={net.fee} symbol={symbol} />
    </p>
  );
}

function NotShown({ count, wholeHref }: { count: number } & Pick<Props, 'wholeHref'>) {
  if (count <= 0) return null;
  const text = t('{count, plural, one {# account} other {# accounts}} not shown.', { count });
  return <>{wholeHref === undefined ? text : <a href={wholeHref}>{text}</a>} </>;
}

/** The source of the changes; what is left out comes from the API. */
function Source({
  net: { coin_source: source, is_coin_proven: isProven, meta },
  symbol,
}: {
  net: NetChanges;
  symbol: string;
}) {
  if (source === 'logs')
    return (
      <>
        {meta === null
          ? rich('Token transfers, plus {symbol} from the fee and the logs of all its transfers.', { symbol })
          : rich('{symbol} from the fee and the logs of all its transfers.', { symbol })}
        {isProven && (
          <>
            {' '}
            <Icon name="check" className="inline size-3 text-ok" />{' '}
            {rich('The changes of {symbol} are proven by the hash of the block.', { symbol })}
          </>
        )}
      </>
    );
  if (source === 'traces')
    return meta === null
      ? rich('Token transfers, plus {symbol} from value, fee and traced calls.', {
          symbol,
        })
      : rich('{symbol} from value, fee and traced calls.', { symbol });
  if (source === 'balances')
    return meta === null
      ? rich('Token transfers, plus {symbol} from the balances before and after as returned by the node.', {
          symbol,
        })
      : rich('{symbol} from the balances before and after as returned by the node.', { symbol });
  if (meta !== null) return null;
  return rich(
    'Token transfers, value and fee. The calls of this transaction are not traced: {symbol} transferred by contracts is unknown and not included.',
    { symbol },
  );
}

function BurntFee({ fee, symbol }: { fee: NetChanges['fee']; symbol: string }) {
  const burnt = fee === null ? 0n : burntOf(fee);
  if (burnt === 0n) return null;
  const asset = { token: null, token_id: null, amount: String(burnt) };
  return rich('Of the fee, {assetAmount} was burnt.', {
    assetAmount: <AssetAmount asset={asset} symbol={symbol} isExact />,
  });
}
