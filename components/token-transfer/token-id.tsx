import { shortenTokenId } from '@/lib/format/hash';
import { t } from '@/lib/language/t';

/** A token ID; a very long one is truncated in the middle. */
export function TokenId({ id }: { id: string }) {
  return (
    <span title={t('Token ID {id}', { id })} className="font-medium md:whitespace-nowrap">
      <span className="text-faint">#</span>
      {shortenTokenId(id)}
    </span>
  );
}
