import { AddressLabel } from '@/components/chain/address';
import { type AmountToken, tokenAt, type Units } from '@/components/chain/amount-value';
import { ApiMessage } from '@/components/ui/api-message';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Disclosure } from '@/components/ui/disclosure';
import { Panel } from '@/components/ui/panel';
import type { StorageChanges } from '@/lib/endpoints/call-tree';
import { displayText } from '@/lib/format/text';
import { msg, t } from '@/lib/language/t';
import { FromNode } from './from-node';
import { Meaning, Value } from './slot-value';
import { Word } from './storage-word';

type Contract = StorageChanges['items'][number];
type Slot = Contract['slots'][number];

/** The contracts that are open at first. */
const OPEN = 3;

/** Storage slots by contract, before and after. */
export function StorageChangesPanel({
  changes,
  units,
}: {
  changes: StorageChanges | undefined;
  units: Units;
}) {
  if (changes === undefined) return null;
  const { items, meta, slots_count: count, is_proven } = changes;
  return (
    <Panel
      title={t('Storage')}
      id="storage"
      aside={items.length === 0 ? undefined : t('{count, plural, one {# slot} other {# slots}}', { count })}
    >
      {items.length === 0 ? (
        <p className="px-4 py-3 text-sm text-soft">
          {meta ? <ApiMessage of={meta} /> : t('This transaction changed no storage slot.')}
        </p>
      ) : (
        <div className="divide-y divide-line">
          {items.map((contract, at) => (
            <ContractSlots
              key={contract.address.hash}
              contract={contract}
              isOpen={at < OPEN}
              isProven={is_proven}
              token={tokenAt(units, contract.address.hash)}
            />
          ))}
          {meta && (
            <p className="px-4 py-2 text-xs text-faint">
              <ApiMessage of={meta} />
            </p>
          )}
        </div>
      )}
    </Panel>
  );
}

function ContractSlots({
  contract,
  isOpen,
  isProven,
  token,
}: {
  contract: Contract;
  isOpen: boolean;
  isProven: boolean;
  /** The contract as a token, if it is one. */
  token: AmountToken | undefined;
}) {
  const { address, slots, slots_count: count } = contract;
  return (
    <Disclosure
      title={<AddressLabel address={address} isLinked={false} />}
      aside={t('{count, plural, one {# slot} other {# slots}}', { count })}
      isOpen={isOpen}
    >
      <p className="px-4 py-1 text-sm">
        <AddressLabel address={{ ...address, name: null }} isFull />
      </p>
      <DataTable
        caption={t('Storage slots of {hash}', { hash: address.hash })}
        columns={columnsOf(isProven, token)}
        rows={slots}
        narrow="max-md:grid-cols-2"
      />
    </Disclosure>
  );
}

const columnsOf = (isProven: boolean, token: AmountToken | undefined): readonly Column<Slot>[] => [
  {
    head: msg('Slot'),
    className: 'max-md:col-span-2',
    cell: ({ slot, variables }) => (
      <>
        <Word word={slot} />
        {variables.map(({ name, type }) => (
          <span key={name} className="wrap-any block text-xs" title={type}>
            <bdi>{displayText(name, 120)}</bdi> <Meaning name={name} />
          </span>
        ))}
      </>
    ),
  },
  {
    head: msg('Before'),
    isNamed: true,
    className: 'wrap-any',
    cell: ({ before, is_before_proven, variables }) => (
      <>
        {before === null ? (
          <span className="text-faint">{t('not known')}</span>
        ) : (
          <Value word={before} variables={variables} token={token} />
        )}{' '}
        {isProven && before !== null && !is_before_proven && <FromNode />}
      </>
    ),
  },
  {
    head: msg('After'),
    isNamed: true,
    className: 'wrap-any',
    cell: ({ after, variables }) => <Value word={after} variables={variables} token={token} />,
  },
];
