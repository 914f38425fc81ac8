import { Panel, Row, Rows } from '@/components/ui/panel';
import { countOf, groupDigits } from '@/lib/format/number';
import type { Transaction } from '@/lib/spec/transaction';

const TYPES: Readonly<Record<number, string>> = {
  0: 'Legacy',
  1: 'Access list · EIP-2930',
  2: 'Dynamic fee · EIP-1559',
  3: 'Blobs · EIP-4844',
  4: 'Set code · EIP-7702',
  126: 'Deposit · OP Stack',
};

/** The remaining figures of a transaction. */
export function DetailsPanel({ transaction }: { transaction: Transaction }) {
  const { type, position, logs_count: logs } = transaction;
  return (
    <Panel title="Details" id="details">
      <Rows>
        <Row label="Type">
          {type === null ? 'unknown' : `${type} · ${TYPES[type] ?? 'not known to this explorer'}`}
        </Row>
        <Row label="Nonce" hint="How many transactions the sender had sent before">
          {groupDigits(transaction.nonce)}
        </Row>
        {position !== null && (
          <Row label="Position in block" hint="The first is 0">
            {groupDigits(position)}
          </Row>
        )}
        {logs !== null && <Row label="Logs">{groupDigits(logs)}</Row>}
        <Row label="Input">{countOf((transaction.raw_input.length - 2) / 2, 'byte')}</Row>
        {transaction.has_error_in_internal_transactions === true && (
          <Row label="Inner calls">
            <span className="text-pending">at least one failed</span>
          </Row>
        )}
        {transaction.blob_versioned_hashes.length > 0 && (
          <Row label="Blobs">{groupDigits(transaction.blob_versioned_hashes.length)}</Row>
        )}
      </Rows>
    </Panel>
  );
}
