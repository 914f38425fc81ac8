import { CopyButton } from '@/components/ui/copy-button';
import { Pill } from '@/components/ui/pill';
import type { Token } from '@/lib/endpoints/token';
import { hasTrait } from '@/lib/evm/token-standards';
import { displayText } from '@/lib/format/text';

/** Name and symbol (chosen by the contract), standard and address of a token. */
export function TokenHeader({ token }: { token: Token }) {
  const isConfidential = hasTrait(token.type, 'encrypted');
  return (
    <header className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="wrap-any text-xl font-semibold tracking-tight">
          <bdi>{token.name === null ? 'Unnamed token' : displayText(token.name, 80)}</bdi>
        </h1>
        {token.symbol !== null && (
          <span className="wrap-any text-md text-soft">
            <bdi>{displayText(token.symbol, 24)}</bdi>
          </span>
        )}
        <Pill>{token.type ?? 'token'}</Pill>
        {isConfidential && (
          <Pill tone="secret" icon="lock" title="Amounts and balances are encrypted">
            Confidential
          </Pill>
        )}
      </div>
      <p className="flex items-start gap-1.5 text-soft">
        <span className="mono wrap-any min-w-0">{token.address_hash}</span>
        <CopyButton value={token.address_hash} what="address" />
      </p>
    </header>
  );
}
