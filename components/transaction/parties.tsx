import type { ReactNode } from 'react';
import { ScamPill } from '@/components/address/scam-pill';
import { AddressLabel } from '@/components/chain/address';
import { Panel } from '@/components/ui/panel';
import { Pill } from '@/components/ui/pill';
import { rich } from '@/components/ui/rich';
import type { Address } from '@/lib/endpoints/address-mention';
import type { Transaction } from '@/lib/endpoints/transaction';
import { shortenHash } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { hasFailed } from '@/lib/sentence/verbs';

/** Sender with nonce, and receiver. */
export function Parties(props: { transaction: Transaction; lookAlikes: ReadonlySet<string> }) {
  const { transaction, lookAlikes } = props;
  const { from, to, created_contract: created } = transaction;
  return (
    <Panel title={t('From and to')} id="parties">
      <dl className="divide-y divide-line">
        <Party label={t('From')} address={from} part="from" lookAlikes={lookAlikes}>
          <span className="text-sm text-soft">
            {rich('nonce {nonce}', {
              nonce: <span className="text-ink">{groupDigits(transaction.nonce)}</span>,
            })}
          </span>
        </Party>
        {to !== null && (
          <Party
            label={to.is_contract === true ? t('Interacted with (To)') : t('To')}
            address={to}
            part="to"
            lookAlikes={lookAlikes}
          >
            {hasFailed(transaction) && <span className="text-sm text-error">{t('call failed')}</span>}
          </Party>
        )}
        {created !== null && (
          <Party label={t('Created')} address={created} part="to" lookAlikes={lookAlikes}>
            <Pill tone="accent" icon="plus">
              {t('new contract')}
            </Pill>
          </Party>
        )}
        {transaction.created_contracts.map((contract) => (
          <Party
            key={contract.hash}
            label={t('Created')}
            address={contract}
            part="to"
            lookAlikes={lookAlikes}
          >
            <Pill tone="accent" icon="plus" title={t('By a call, according to the trace')}>
              {t('new contract')}
            </Pill>
          </Party>
        ))}
      </dl>
    </Panel>
  );
}

function Party(props: {
  label: string;
  address: Address;
  part: 'from' | 'to';
  lookAlikes: ReadonlySet<string>;
  children: ReactNode;
}) {
  const { address, lookAlikes } = props;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 px-4 py-2 sm:grid-cols-[8.5rem_minmax(0,1fr)_auto]">
      <dt className="text-sm text-soft">{props.label}</dt>
      <dd className="min-w-0 max-sm:order-last max-sm:col-span-2">
        <AddressLabel address={address} part={props.part} lookAlikes={lookAlikes} isFull withCopy />
        <AddressNotes address={address} />
      </dd>
      <dd className="sm:col-start-3">{props.children}</dd>
    </div>
  );
}

function AddressNotes({ address }: { address: Address }) {
  const [implementation] = address.implementations;
  const tags = address.public_tags.map((tag) => displayText(tag.display_name, 24));
  if (implementation === undefined && tags.length === 0 && !address.is_scam) return null;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-1.5 text-sm text-soft">
      <ScamPill address={address} />
      {tags.map((tag) => (
        <Pill key={tag}>
          <bdi>{tag}</bdi>
        </Pill>
      ))}
      {implementation !== undefined && (
        <span title={implementation.address_hash}>
          {address.proxy_type === 'eip7702' ? `${t('delegates to')} ` : `${t('proxy for')} `}
          <span className="mono" data-same={implementation.address_hash.toLowerCase()}>
            {implementation.name === null
              ? shortenHash(implementation.address_hash)
              : displayText(implementation.name, 40)}
          </span>
        </span>
      )}
    </span>
  );
}
