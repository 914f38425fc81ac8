import { Icon } from '@/components/ui/icon';
import { Panel, Row, Rows } from '@/components/ui/panel';
import { Pill, type Tone } from '@/components/ui/pill';
import type { BlockProof } from '@/lib/endpoints/proof';
import { groupDigits } from '@/lib/format/number';

type Check = BlockProof['checks'][number];

/** What each check means when it holds. */
const MEANINGS: Readonly<Record<Check['name'], string>> = {
  header_hash: 'The header’s fields hash to the hash of the block',
  uncles: 'There are uncles exactly if the header says so',
  transaction_hashes: 'Each transaction has the hash of what it says',
  transactions_root: 'The transactions are those of the header, in this order',
  senders: 'Each transaction was signed by its sender',
  receipts_root: 'Status, gas and logs of every receipt are those of the header',
  logs_bloom: 'The header’s bloom filter is that of the logs',
  receipt_fields: 'Gas used, prices and created contracts follow from the rest',
  withdrawals_root: 'The withdrawals are those of the header',
  parent_hash: 'The block below has the hash that the header names',
};

const STATES: Readonly<Record<BlockProof['status'], { tone: Tone; text: string }>> = {
  proven: { tone: 'ok', text: 'Proven' },
  refuted: { tone: 'error', text: 'Refuted' },
  unprovable: { tone: 'pending', text: 'Not provable' },
};

/** What of a block is proven, check by check. */
export function BlockChecks({ proof, chain }: { proof: BlockProof; chain: string }) {
  const { tone, text } = STATES[proof.status];
  return (
    <Panel
      id="block-proof"
      title={<a href={`/${chain}/block/${proof.block_number}`}>Block #{groupDigits(proof.block_number)}</a>}
      aside={<Pill tone={tone}>{text}</Pill>}
    >
      <Rows>
        <Row label="Hash">
          <span className="mono">{proof.block_hash}</span>
        </Row>
        {proof.checks.map((check) => (
          <Row key={check.name} label={MEANINGS[check.name]}>
            <Outcome check={check} />
          </Row>
        ))}
      </Rows>
      <p className="border-t border-line px-4 py-3 text-sm text-soft">
        The block’s hash does not commit to its size in bytes, the price of blob gas, the L1 fee of a rollup,
        traces, and contract code: those are as the node tells them.
      </p>
      {proof.header !== null && (
        <p className="wrap-any border-t border-line px-4 py-3 text-xs text-soft">
          <span className="label">Header as RLP</span> <span className="mono">{proof.header}</span>
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
        holds
      </span>
    );
  return (
    <span className={status === 'refuted' ? 'text-error' : 'text-pending'}>
      {status === 'refuted' ? 'does not hold' : 'cannot be checked'}
      {reason !== null && `: ${reason}`}
    </span>
  );
}
