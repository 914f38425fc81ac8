import type { ReactNode } from 'react';
import { Panel } from '@/components/ui/panel';
import { Pill } from '@/components/ui/pill';
import { rich } from '@/components/ui/rich';
import type { Transaction } from '@/lib/endpoints/transaction';
import { formatJson } from '@/lib/format/json';
import { displayText } from '@/lib/format/text';
import { msg, t } from '@/lib/language/t';
import { AddressLabel } from '../chain/address';
import { TokenLabel } from '../token/token-label';
import { NftLabel } from '../token-transfer/nft-label';
import { type ReadAction, readAction } from './read-action';
import { roleOf } from './role-of';

const MAX_IDS = 12;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

const PROTOCOLS = new Map([
  ['aave_v3', 'Aave V3'],
  ['uniswap_v3', 'Uniswap V3'],
]);
const TYPES = {
  swap: msg('Swap'),
  mint: msg('Add liquidity'),
  burn: msg('Remove liquidity'),
  collect: msg('Collect'),
  mint_nft: msg('Mint position'),
  supply: msg('Supply'),
  withdraw: msg('Withdraw'),
  borrow: msg('Borrow'),
  repay: msg('Repay'),
  flash_loan: msg('Flash loan'),
  enable_collateral: msg('Use as collateral'),
  disable_collateral: msg('Stop using as collateral'),
  liquidation_call: msg('Liquidate'),
};
/** Actions that give the first amount for the second. */
const EXCHANGES = new Set(['swap', 'liquidation_call']);

type Props = { transaction: Transaction };

/** Protocol actions decoded from the logs: swaps, liquidations, positions. */
export function ActionsPanel({ transaction }: Props) {
  if (transaction.actions.length === 0) return null;
  return (
    <Panel title={t('Actions')} id="actions">
      <ol className="divide-y divide-line">
        {transaction.actions.map((action, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: actions may be equal; their order is fixed
          <li key={index} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
            <ActionLine action={action} transaction={transaction} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

type LineProps = Props & { action: Transaction['actions'][number] };

function ActionLine({ action: { protocol, type, data }, transaction }: LineProps) {
  const action = readAction(data);
  return (
    <>
      <Pill tone="accent">
        <bdi>{PROTOCOLS.get(protocol) ?? displayText(protocol, 24).replaceAll('_', ' ')}</bdi>
      </Pill>
      <span className="font-medium">
        <bdi>{isType(type) ? t(TYPES[type]) : displayText(type, 40).replaceAll('_', ' ')}</bdi>
      </span>
      <span className="figure wrap-any min-w-0">
        <Items action={action} isExchange={EXCHANGES.has(type)} />
      </span>
      {action.others.map(([name, value]) => (
        <Other key={name} name={name} value={value} transaction={transaction} />
      ))}
    </>
  );
}

const isType = (type: string): type is keyof typeof TYPES => Object.hasOwn(TYPES, type);

function Items({ action, isExchange }: { action: ReadAction; isExchange: boolean }): ReactNode {
  const [first, second, ...more] = action.items;
  if (first === undefined) return null;
  if (action.ids.length > 0) return <Nfts token={first.token} ids={action.ids} />;
  if (second === undefined) return <Item item={first} />;
  const pair = { first: <Item item={first} />, second: <Item item={second} /> };
  return (
    <>
      {isExchange ? rich('{first} for {second}', pair) : rich('{first} and {second}', pair)}
      {more.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of an action have no other name
        <span key={index}>
          {', '}
          <Item item={item} />
        </span>
      ))}
    </>
  );
}

function Item({ item: { amount, token, symbol, isAmount } }: { item: ReadAction['items'][number] }) {
  return (
    <>
      {amount !== undefined && (
        <>
          <span title={amount.exact} className="font-medium">
            {amount.text}
          </span>{' '}
        </>
      )}
      {amount === undefined && isAmount && <span className="text-faint">{t('an unknown amount of')} </span>}
      {token === undefined ? (
        <bdi className="text-soft">{displayText(symbol ?? '', 24)}</bdi>
      ) : (
        <TokenLabel token={token} />
      )}
    </>
  );
}

function Nfts({ token, ids }: { token: ReadAction['items'][number]['token']; ids: readonly string[] }) {
  if (token === undefined) return null;
  return (
    <>
      {ids.slice(0, MAX_IDS).map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <NftLabel token={token} id={id} />
        </span>
      ))}
      {ids.length > MAX_IDS && ` ${t('and {count} more', { count: ids.length - MAX_IDS })}`}
    </>
  );
}

/** What an action says beside its tokens: to whom, above all. */
function Other({ name, value, transaction }: Props & { name: string; value: unknown }) {
  const isAddress = typeof value === 'string' && ADDRESS.test(value);
  const address = isAddress ? { hash: value, name: null, is_contract: null } : undefined;
  return (
    <span className="flex min-w-0 gap-1.5 text-soft">
      {name === 'to' ? t('to') : displayText(name, 40).replaceAll('_', ' ')}{' '}
      {address !== undefined ? (
        <AddressLabel address={address} part={roleOf(address, transaction)} />
      ) : (
        <bdi className="wrap-any min-w-0 text-ink">
          {typeof value === 'string' ? displayText(value, 80) : formatJson(value, 200)}
        </bdi>
      )}
    </span>
  );
}
