import { Amount } from '@/components/chain/amount';
import type { AmountToken } from '@/components/chain/amount-value';
import { ChainLink } from '@/components/chain/chain-link';
import { tokenSymbol } from '@/components/token/token-label';
import { Pill } from '@/components/ui/pill';
import { parseDecimals } from '@/lib/format/amount';
import { shortenHash } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { isTokenAmount, meaningOfSlot } from '@/lib/format/slot-meaning';
import { msg, t } from '@/lib/language/t';
import { Word } from './storage-word';

const MEANINGS = {
  balance: msg('balance'),
  allowance: msg('allowance'),
  supply: msg('total supply'),
  owner: msg('owner'),
  implementation: msg('implementation'),
} as const;

/** What a variable is, if its name says it. */
export function Meaning({ name }: { name: string }) {
  const meaning = meaningOfSlot(name);
  return meaning === undefined ? null : <Pill>{t(MEANINGS[meaning])}</Pill>;
}

type Props = {
  word: string;
  variables: readonly Readonly<{ name: string; type: string }>[];
  token: AmountToken | undefined;
};

/** A word as its variable's type has it: an amount of the contract's token, a number, an address. */
export function Value({ word, variables, token }: Props) {
  const [only, ...others] = variables;
  if (only === undefined || others.length > 0) return <Word word={word} />;
  const decimals = parseDecimals(token?.decimals ?? null);
  if (token !== undefined && decimals !== undefined && isTokenAmount(variables))
    return (
      <span title={word}>
        <Amount value={BigInt(word)} decimals={decimals} isExact>
          <bdi className="text-soft">{tokenSymbol(token)}</bdi>
        </Amount>
      </span>
    );
  if (/^uint\d*$/.test(only.type))
    return (
      <span className="mono wrap-any" title={word}>
        {groupDigits(BigInt(word))}
      </span>
    );
  if (!/^(address|contract )/.test(only.type) || !/^0x0{24}/.test(word)) return <Word word={word} />;
  const address = `0x${word.slice(26)}`;
  return (
    <ChainLink to={`/address/${address}`} data-same={address} className="mono">
      {shortenHash(address)}
    </ChainLink>
  );
}
