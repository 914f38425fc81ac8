import { Age } from '@/components/chain/age';
import { ChainLink } from '@/components/chain/chain-link';
import { TokenLabel } from '@/components/token/token-label';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Panel } from '@/components/ui/panel';
import type { HeldConfidentialToken } from '@/lib/endpoints/fhe-activity';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { HandleLink } from './handle-link';

/** Confidential tokens that an address has moved: the balances are encrypted, the transfers are not. */
export function HeldConfidentialTokens({ items }: { items: readonly HeldConfidentialToken[] }) {
  if (items.length === 0) return null;
  return (
    <Panel title={t('Confidential tokens')} id="confidential-tokens" aside={t('balances are encrypted')}>
      <DataTable
        caption={t('Confidential tokens that this address has received or sent')}
        columns={COLUMNS}
        rows={items}
      />
    </Panel>
  );
}

const DIRECTIONS = { in: msg('received'), out: msg('sent'), self: msg('to itself') } as const;

const COLUMNS: readonly Column<HeldConfidentialToken>[] = [
  {
    head: msg('Token'),
    className: 'max-md:order-1',
    cell: ({ token }) => <TokenLabel token={token} />,
  },
  {
    head: msg('Transfers'),
    className: 'md:text-end max-md:order-3',
    cell: ({ transfers_count: count }) => (
      <>
        {groupDigits(count)}
        <span className="text-soft md:hidden">
          {t('{count, plural, one { transfer} other { transfers}}', { count })}
        </span>
      </>
    ),
  },
  {
    head: msg('Last change'),
    className: 'aside-cell',
    cell: ({ last_change: { transaction_hash: hash, log_index: index, direction, timestamp } }) => (
      <ChainLink to={`/tx/${hash}/token-transfers#log-${index}`} className="text-ink">
        {t(DIRECTIONS[direction])} <Age timestamp={timestamp} className="text-soft" />
      </ChainLink>
    ),
  },
  {
    head: msg('Amount'),
    className: 'max-md:order-4 max-md:justify-self-end',
    cell: ({ last_change: { encrypted_amount: handle } }) =>
      handle === null ? null : <HandleLink handle={handle} />,
  },
];
