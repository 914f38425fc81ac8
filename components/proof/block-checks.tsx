import { ApiMessage } from '@/components/ui/api-message';
import { Icon } from '@/components/ui/icon';
import { Panel, Row, Rows } from '@/components/ui/panel';
import { Pill, type Tone } from '@/components/ui/pill';
import type { BlockProof } from '@/lib/endpoints/proof';
import { groupDigits } from '@/lib/format/number';
import { type Msg, msg, t } from '@/lib/language/t';
import { reasonOf } from '@/lib/messages/message';

type Check = BlockProof['checks'][number];

/** What each check means when it holds. */
const MEANINGS: Readonly<Record<Check['name'], Msg>> = {
  header_hash: msg('Header fields hash to the block hash'),
  uncles: msg('Presence of uncles agrees with sha3Uncles'),
  transaction_hashes: msg('Each transaction hash matches its contents'),
  transactions_root: msg('Transactions and their order match the transactions root'),
  senders: msg('Each transaction was signed by its sender'),
  receipts_root: msg('Status, gas and logs of all receipts match the receipts root'),
  logs_bloom: msg('The header’s logs bloom matches the logs'),
  receipt_fields: msg('Gas used, gas prices and created contracts match the proven data'),
  withdrawals_root: msg('Withdrawals match the withdrawals root'),
  parent_hash: msg('Parent hash matches the previous block'),
  access_list: msg('The indexed access list has the hash that is in the header'),
};

const STATES: Readonly<Record<BlockProof['status'], { tone: Tone; text: Msg }>> = {
  proven: { tone: 'ok', text: msg('Proven') },
  refuted: { tone: 'error', text: msg('Refuted') },
  unprovable: { tone: 'pending', text: msg('Not provable') },
};

/** What is proven about a block, check by check. */
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
          'The block hash does not commit to the block size, blob gas price, rollup L1 fee, traces or contract code: these are shown as reported by the node.',
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

function Outcome({ check }: { check: Check }) {
  const { status, reason } = check;
  if (status === 'holds')
    return (
      <span className="inline-flex items-center gap-1.5 text-ok">
        <Icon name="check" />
        {t('passed')}
      </span>
    );
  return (
    <span className={status === 'refuted' ? 'text-error' : 'text-pending'}>
      {status === 'refuted' ? t('refuted') : t('cannot be checked')}
      {reason !== null && ': '}
      <ApiMessage of={reasonOf(check)} />
    </span>
  );
}
