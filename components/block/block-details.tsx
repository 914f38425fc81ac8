import { AccessListSize } from '@/components/access-list/access-list-size';
import { CoinAmount, Unknown } from '@/components/chain/amount';
import { ChainLink } from '@/components/chain/chain-link';
import { ProofMeaning } from '@/components/proof/proof-pill';
import { Disclosure } from '@/components/ui/disclosure';
import { Row, Rows } from '@/components/ui/panel';
import type { Block } from '@/lib/endpoints/block';
import { groupDigits } from '@/lib/format/number';
import { displayText, readableText } from '@/lib/format/text';
import { msg, t } from '@/lib/language/t';

type Props = { block: Block; symbol: string; proofHref: string };

/** Remaining header fields, for comparison with a node's; fields the chain lacks are left out. */
export function BlockDetails({ block, symbol, proofHref }: Props) {
  const note = block.extra_data === null ? undefined : readableText(block.extra_data);
  return (
    <section aria-label={t('Block header')} className="rounded-md border border-line bg-surface shadow-panel">
      <Disclosure title={t('Block header')} aside={t('proof, parent, roots, extra data')} id="header">
        <div className="border-t border-line">
          <Rows>
            {block.proof !== null && (
              <Row label={t('Proof')}>
                <ProofMeaning proof={block.proof} href={proofHref} />
              </Row>
            )}
            <Row label={t('Parent hash')}>
              {block.height === 0 ? (
                <span className="mono">{block.parent_hash}</span>
              ) : (
                <ChainLink to={`/block/${block.height - 1}`} className="mono">
                  {block.parent_hash}
                </ChainLink>
              )}
            </Row>
            {HASHES.map(({ name, label }) => (
              <HexRow key={name} label={t(label)} value={block[name]} />
            ))}
            <HexRow label={t('Nonce')} value={block.nonce} />
            <HexRow label={t('Extra data')} value={block.extra_data} />
            {note !== undefined && (
              <Row label={t('Extra data as text')}>
                <bdi>{displayText(note, 120)}</bdi>
              </Row>
            )}
            {block.size !== null && (
              <Row label={t('Size')}>
                {t('{count, plural, one {# byte} other {# bytes}}', { count: block.size })}
              </Row>
            )}
            {NUMBERS.map(({ name, label }) => (
              <NumberRow key={name} label={t(label)} value={block[name]} />
            ))}
            {block.withdrawals_count !== null && block.withdrawals_count > 0 && (
              <Row label={t('Withdrawals')} hint={t('Validator withdrawals included in this block')}>
                <ChainLink to={`/block/${block.height}/withdrawals`}>
                  {groupDigits(block.withdrawals_count)}
                </ChainLink>
              </Row>
            )}
            <SlotRows block={block} symbol={symbol} />
            {block.block_access_list_hash !== null && (
              <Row
                label={t('Access list')}
                hint={t('Accounts and storage that this block accessed (EIP-7928)')}
              >
                {block.access_list === null ? (
                  <Unknown text={t('no node gave it')} />
                ) : (
                  <ChainLink to={`/block/${block.height}/access-list`}>
                    <AccessListSize size={block.access_list} />
                  </ChainLink>
                )}
              </Row>
            )}
            {block.internal_transactions_count !== null && (
              <Row
                label={t('Internal transactions')}
                hint={t('Calls made by contracts in the transactions of this block')}
              >
                {groupDigits(block.internal_transactions_count)}
              </Row>
            )}
            {block.uncles_hashes.length > 0 && (
              <Row label={t('Uncles')}>
                {block.uncles_hashes.map(({ hash }) => (
                  <span key={hash} className="mono block">
                    {hash}
                  </span>
                ))}
              </Row>
            )}
          </Rows>
        </div>
      </Disclosure>
    </section>
  );
}

/** What the chain tells of the slot: builder, bid and votes are known to the consensus layer alone. */
function SlotRows({ block, symbol }: Omit<Props, 'proofHref'>) {
  const { slot_number: slot, skipped_slots_count: skipped, builder_withdrawals: builders } = block;
  return (
    <>
      <NumberRow label={t('Slot')} value={slot} />
      {skipped !== null && skipped !== '0' && (
        <Row
          label={t('Slots skipped')}
          hint={t('Slots since the parent block: missed, or without payload (EIP-7732)')}
        >
          {groupDigits(skipped)}
        </Row>
      )}
      {builders !== null && builders.count > 0 && (
        <Row
          label={t('Withdrawals of builders')}
          hint={t('From the stakes of builders, which pay proposers for payloads (EIP-7732)')}
        >
          <ChainLink to={`/block/${block.height}/withdrawals`}>{groupDigits(builders.count)}</ChainLink>
          {' · '}
          <CoinAmount wei={builders.amount} symbol={symbol} />
        </Row>
      )}
    </>
  );
}

const HASHES = [
  { name: 'state_root', label: msg('State root') },
  { name: 'transactions_root', label: msg('Transactions root') },
  { name: 'receipts_root', label: msg('Receipts root') },
  { name: 'block_access_list_hash', label: msg('Access list hash') },
] as const;

const NUMBERS = [
  { name: 'difficulty', label: msg('Difficulty') },
  { name: 'total_difficulty', label: msg('Total difficulty') },
  { name: 'blob_gas_used', label: msg('Blob gas used') },
  { name: 'excess_blob_gas', label: msg('Excess blob gas') },
] as const;

function HexRow({ label, value }: { label: string; value: string | null }) {
  if (value === null) return null;
  return (
    <Row label={label}>
      {value === '0x' ? (
        <span className="text-faint">{t('empty')}</span>
      ) : (
        <span className="mono">{value}</span>
      )}
    </Row>
  );
}

function NumberRow({ label, value }: { label: string; value: string | null }) {
  return value === null ? null : <Row label={label}>{groupDigits(value)}</Row>;
}
