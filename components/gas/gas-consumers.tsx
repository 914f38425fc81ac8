import { AddressLabel } from '@/components/chain/address';
import { type Column, DataTable } from '@/components/ui/data-table';
import type { GasPrices } from '@/lib/endpoints/gas';
import { formatTenths, groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';

type Consumer = GasPrices['consumers'][number];

/** Recipients whose transactions recently used the most gas. */
export function GasConsumers({ gas }: { gas: GasPrices }) {
  const total = gas.blocks
    .slice(0, gas.sampled_blocks)
    .reduce((sum, block) => sum + BigInt(block.gas_used), 0n);
  return (
    <DataTable
      caption={t('Recipients that used the most gas')}
      columns={columnsFor(total)}
      rows={gas.consumers}
      narrow="max-md:grid-cols-[minmax(0,1fr)_auto]"
    />
  );
}

function columnsFor(total: bigint): Column<Consumer>[] {
  return [
    {
      head: msg('Recipient'),
      className: 'max-md:order-1',
      cell: ({ address }) => <AddressLabel address={address} />,
    },
    {
      head: msg('Transactions'),
      className: 'md:text-end max-md:order-3',
      cell: ({ transactions_count: count }) => (
        <>
          <span className="max-md:hidden">{groupDigits(count)}</span>
          <span className="text-soft md:hidden">
            {t('{count, plural, one {# transaction} other {# transactions}}', { count })}
          </span>
        </>
      ),
    },
    {
      head: msg('Gas used'),
      className: 'md:text-end max-md:order-4 max-md:justify-self-end',
      cell: ({ gas_used }) => <span className="text-soft">{groupDigits(gas_used)}</span>,
    },
    {
      head: msg('Share'),
      className: 'md:text-end max-md:order-2 max-md:justify-self-end',
      cell: ({ gas_used }) => formatTenths(BigInt(gas_used), total),
    },
  ];
}
