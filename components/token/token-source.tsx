import type { TokenInfo } from '@/lib/endpoints/token';
import { describeSource } from './describe-source';

/** Who told what the contract says about itself; nothing where that is not known. */
export function TokenSource({ token }: { token: TokenInfo }) {
  const text = describeSource(token);
  return text === undefined ? null : <p className="wrap-any -mt-3 text-xs text-soft">{text}</p>;
}
