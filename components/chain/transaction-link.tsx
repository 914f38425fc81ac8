import { shortenHash } from '@/lib/format/hash';
import { ChainLink } from './chain-link';

/** `part` is the path of a tab below the transaction's page. */
export function TransactionLink({ hash, part = '' }: { hash: string; part?: string }) {
  return (
    <ChainLink to={`/tx/${hash}${part}`} title={hash} className="short-hash">
      {shortenHash(hash)}
    </ChainLink>
  );
}
