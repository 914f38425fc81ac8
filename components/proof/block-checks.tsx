import { ApiSentence } from '@/components/ui/api-sentence';
import { Icon } from '@/components/ui/icon';
import { Panel, Row, Rows } from '@/components/ui/panel';
import { Pill, type Tone } from '@/components/ui/pill';
import type { BlockProof } from '@/lib/endpoints/proof';
import { groupDigits } from '@/lib/format/number';
import { type Msg, msg, t } from '@/lib/language/t';

type Check = BlockProof['checks'][number];

/** What each check means when it holds. */
const MEANINGS: Readonly<Record<Check['name'], Msg>> = {
  header_hash: msg('The header’s fields hash to the hash of the block'),
  uncles: msg('There are uncles exactly if the header says so'),
  transaction_hashes: msg('Each transaction has the hash of what it says'),
  transactions_root: msg('The transactions are those of the header, in this order'),
  senders: msg('Each transaction was signed by its sender'),
  receipts_root: msg('Status, gas and logs of every receipt are those of the header'),
  logs_bloom: msg('The header’s bloom filter is that of the logs'),
  receipt_fields: msg('Gas used, prices and created contracts follow from the rest'),
  withdrawals_root: msg('The withdrawals are those of the header'),
  parent_hash: msg('The block below has the hash that the header names'),
};

const STATES: Readonly<Record<BlockProof['status'], { tone: Tone; text: Msg }>> = {
  proven: { tone: 'ok', text: msg('Proven') },
  refuted: { tone: 'error', text: msg('Refuted') },
  unprovable: { tone: 'pending', text: msg('Not provable') },
};

/** What of a block is proven, check by check. */
export function BlockChecks({ proof, chain }: { proof: BlockProof; chain: string }) {
  const { tone, text } = STATES[proof.status];
  return (
    <Panel
      id="block-proof"
      title={
        <a href={`/${chain}/block/${proof.block_number}`}>
          {t('Block #{blockNumber}', { blockNumber: groupDigits(proof.block_number) })}
        </a>
      }
      aside={<Pill tone={tone}>{t(text)}</Pill>}
    >
      <Rows>
        <Row label={t('Hash')}>
          <span className="mono">{proof.block_hash}</span>
        </Row>
        {proof.checks.map((check) => (
          <Row key={check.name} label={t(MEANINGS[check.name])}>
            <Outcome check={check} />
          </Row>
        ))}
      </Rows>
      <p className="border-t border-line px-4 py-3 text-sm text-soft">
        {t(
          'The block’s hash does not commit to its size in bytes, the price of blob gas, the L1 fee of a rollup, traces, and contract code: those are as the node tells them.',
        )}
      </p>
      {proof.header !== null && (
        <p className="wrap-any border-t border-line px-4 py-3 text-xs text-soft">
          <span className="label">{t('Header as RLP')}</span> <span className="mono">{proof.header}</span>
        </p>
      )}
    </Panel>
  );
}

function Outcome({ check: { status, reason } }: { check: Check }) {
  if (status === 'holds')
    return (
      <span className="inline-flex items-center gap-1.5 text-ok">
        <Icon name="check" />
        {t('holds')}
      </span>
    );
  return (
    <span className={status === 'refuted' ? 'text-error' : 'text-pending'}>
      {status === 'refuted' ? t('does not hold') : t('cannot be checked')}
      {reason !== null && ': '}
      <ApiSentence text={reason} />
    </span>
  );
}
