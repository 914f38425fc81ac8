import { ChainLink } from '@/components/chain/chain-link';
import { isNameless, TokenLabel, type TokenName, tokenSymbol } from '@/components/token/token-label';
import { rich } from '@/components/ui/rich';
import { shortenTokenId } from '@/lib/format/hash';
import { t } from '@/lib/language/t';
import { TokenId } from './token-id';

/** An NFT: its collection, and its token ID, which leads to its page. */
export function NftLabel({ token, id }: { token: TokenName; id: string }) {
  const collection = <TokenLabel token={token} />;
  const link = (
    <ChainLink to={`/token/${token.address_hash}/instance/${id}`} className="text-ink">
      <TokenId id={id} />
    </ChainLink>
  );
  if (isNameless(token)) return <>{rich('NFT {id} of {collection}', { id: link, collection })}</>;
  return (
    <>
      {collection} {link}
    </>
  );
}

/** An NFT as text: (Fighters, 15) → "Fighters #15". */
export function nftText(token: TokenName, tokenId: string): string {
  const [id, collection] = [`#${shortenTokenId(tokenId)}`, tokenSymbol(token)];
  return isNameless(token) ? t('NFT {id} of {collection}', { id, collection }) : `${collection} ${id}`;
}
