import { TokensTable } from '@/components/token/tokens-table';
import { Panel } from '@/components/ui/panel';
import type { FheConfidentialToken } from '@/lib/endpoints/fhe-activity';
import { t } from '@/lib/language/t';

const ROWS = 8;

type Props = { tokens: readonly FheConfidentialToken[]; chainId: string };

/** Confidential tokens by whether the values of their transfers are those of a known deployment: anyone can log a transfer. */
export function ConfidentialTokens({ tokens, chainId }: Props) {
  const parts = [
    {
      ...{ isConfirmed: true, id: 'tokens', title: t('Confidential tokens') },
      text: t(
        'A known fhEVM lets these contracts use every value of their latest 20 transfers. That does not prove that balances change by them: balances are encrypted.',
      ),
    },
    {
      ...{ isConfirmed: null, id: 'partly-confirmed', title: t('Confidential tokens, not fully confirmed') },
      text: t(
        'A known fhEVM lets these contracts use some values of their latest 20 transfers, not all; or nothing was transferred, or the index does not tell.',
      ),
    },
    {
      ...{ isConfirmed: false, id: 'unconfirmed', title: t('Tokens of no known fhEVM') },
      text: t(
        'These contracts log confidential transfers, but no fhEVM known here lets them use any value of their latest transfers. They compute with something else, or imitate a token: any contract can log such transfers.',
      ),
    },
  ].flatMap(({ isConfirmed, ...part }) => {
    const rows = tokens.filter(({ is_confirmed }) => is_confirmed === isConfirmed);
    return rows.length === 0 ? [] : [{ ...part, rows: rows.slice(0, ROWS).map(({ token }) => token) }];
  });
  return parts.map(({ id, title, text, rows }, index) => (
    <Panel
      key={id}
      title={title}
      id={id}
      aside={index === 0 && <a href={`/${chainId}/tokens?type=ERC-7984`}>{t('All confidential tokens')}</a>}
    >
      <p className="border-b border-line px-4 py-2 text-sm text-soft">{text}</p>
      <TokensTable tokens={rows} />
    </Panel>
  ));
}
