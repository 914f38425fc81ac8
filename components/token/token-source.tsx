import { rich } from '@/components/ui/rich';
import type { TokenInfo } from '@/lib/endpoints/token';
import { displayText } from '@/lib/format/text';
import { describeSource } from './describe-source';

/** The sources of a token's metadata: the contract's answers and the operator's token list; nothing without either. */
export function TokenSource({ token }: { token: TokenInfo }) {
  const text = describeSource(token);
  const { listing } = token;
  if (text === undefined && listing === null) return null;
  return (
    <div className="wrap-any -mt-3 text-xs text-soft">
      {text !== undefined && <p>{text}</p>}
      {listing !== null && <Listing listing={listing} />}
    </div>
  );
}

function Listing({ listing }: { listing: NonNullable<TokenInfo['listing']> }) {
  const { list, name, symbol, agrees } = listing;
  return (
    <p>
      {rich(
        'On the token list {list} as {name} ({symbol}){differs, select, true {, which differs from the contract’s own name, symbol or decimals} other {}}.',
        {
          list: <bdi>{displayText(list, 60)}</bdi>,
          name: <bdi>{displayText(name, 60)}</bdi>,
          symbol: <bdi>{displayText(symbol, 24)}</bdi>,
          differs: agrees === false,
        },
      )}
    </p>
  );
}
