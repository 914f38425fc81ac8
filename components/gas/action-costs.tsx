import { use } from 'react';
import { Amount, Unknown } from '@/components/chain/amount';
import { readCoin } from '@/components/chain/coin-unit';
import { COIN_DECIMALS, type Rate, Worth } from '@/components/chain/worth';
import { type Column, DataTable } from '@/components/ui/data-table';
import type { GasPrices } from '@/lib/endpoints/gas';
import type { Coin } from '@/lib/format/amount';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { pricePerGas, TIERS } from './price';

type Action = GasPrices['actions'][number];

const NAMES: Readonly<Record<Action['name'], (symbol: string) => string>> = {
  coin_transfer: (symbol) => t('{symbol} transfer', { symbol }),
  token_transfer: () => t('ERC-20 transfer'),
  token_approval: () => t('ERC-20 or NFT approval'),
  nft_transfer: () => t('NFT transfer'),
};
const HEADS = { slow: msg('Slow'), average: msg('Average'), fast: msg('Fast') } as const;

/** What common actions cost now, by the gas that they used recently. */
export function ActionCosts({ gas, symbol }: { gas: GasPrices; symbol: string }) {
  const coin = use(readCoin(symbol));
  const now = { rate: gas.exchange_rate, source: gas.exchange_rate_source };
  const columns: Column<Action>[] = [
    {
      head: msg('Action'),
      className: 'max-md:order-1 max-md:col-span-3 font-medium',
      cell: ({ name }) => NAMES[name](symbol),
    },
    {
      head: msg('Median gas'),
      className: 'md:text-end max-md:order-2 max-md:col-span-3',
      cell: ({ gas_used, transactions_count }) => (
        <span
          className="text-soft"
          title={t('of {count, plural, one {# successful transaction} other {# successful transactions}}', {
            count: transactions_count,
          })}
        >
          {groupDigits(gas_used)}
          <span className="md:hidden"> {t('gas')}</span>
        </span>
      ),
    },
    ...TIERS.map((tier): Column<Action> => {
      const price = pricePerGas(gas, tier);
      const head = `${t(HEADS[tier])}, ${coin.name}`;
      return {
        head: { id: tier, text: head },
        className: 'md:text-end max-md:order-3',
        cell: ({ gas_used }) => (
          <>
            <span className="block text-xs text-soft md:hidden">{head}</span>
            {price === null ? (
              <Unknown />
            ) : (
              <Cost wei={BigInt(price) * BigInt(gas_used)} {...{ coin, now }} />
            )}
          </>
        ),
      };
    }),
  ];
  return (
    <DataTable
      caption={t('Transaction fees of common actions')}
      columns={columns}
      rows={gas.actions}
      narrow="max-md:grid-cols-3"
    />
  );
}

type CostProps = { wei: bigint; coin: Coin; now: Rate };

function Cost({ wei, coin, now }: CostProps) {
  return (
    <>
      <Amount value={wei} decimals={coin.decimals} isColumn />
      <Worth amount={String(wei)} decimals={COIN_DECIMALS} symbol={coin.symbol} now={now} />
    </>
  );
}
