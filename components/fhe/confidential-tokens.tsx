import { TokensTable } from '@/components/token/tokens-table';
import { Panel } from '@/components/ui/panel';
import type { FheConfidentialToken } from '@/lib/endpoints/fhe-activity';
import { t } from '@/lib/language/t';

const ROWS = 8;

type Props = { tokens: readonly FheConfidentialToken[]; chainId: string };

/** Confidential tokens, and apart from them contracts that log transfers of values that no deployment lets them use. */
export function ConfidentialTokens({ tokens, chainId }: Props) {
  const own = tokens.filter(({ is_confirmed }) => is_confirmed !== false);
  const others = tokens.filter(({ is_confirmed }) => is_confirmed === false);
  return (
    <>
      {own.length > 0 && (
        <Panel
          title={t('Confidential tokens')}
          id="tokens"
          aside={<a href={`/${chainId}/tokens?type=ERC-7984`}>{t('All confidential tokens')}</a>}
        >
          <p className="border-b border-line px-4 py-2 text-sm text-soft">
            {t(
              'A known fhEVM lets these contracts use the values of their latest transfers, as far as the index tells. That does not prove that balances change by them: balances are encrypted.',
            )}
          </p>
          <TokensTable tokens={listFirst(own)} />
        </Panel>
      )}
      {others.length > 0 && (
        <Panel title={t('Tokens of no known fhEVM')} id="unconfirmed">
          <p className="border-b border-line px-4 py-2 text-sm text-soft">
            {t(
              'These contracts log confidential transfers, but no fhEVM known here lets them use any value of their latest transfers. They compute with something else, or imitate a token: any contract can log such transfers.',
            )}
          </p>
          <TokensTable tokens={listFirst(others)} />
        </Panel>
      )}
    </>
  );
}

const listFirst = (part: Props['tokens']) => part.slice(0, ROWS).map(({ token }) => token);
