import { Icon } from '@/components/ui/icon';
import { Notice } from '@/components/ui/notice';
import { Panel, Row, Rows } from '@/components/ui/panel';
import { countOf, groupDigits } from '@/lib/format/number';
import type { ProofResult, ProvenLog, ProvenTransaction } from '@/lib/proof/check-transaction-proof';

/** Logs shown: a receipt may have thousands. */
const MAX_LOGS = 200;
/** A word with 0x: what is longer takes several lines. */
const WORD_DIGITS = 66;
/** Digits shown of inputs and data, which may have megabytes. */
const MAX_DIGITS = 2_000;

/** What a proof says, or the first thing in it that does not hold. */
export function ProofOutcome({ result }: { result: ProofResult }) {
  if (!result.holds)
    return (
      <div role="status">
        <Notice tone="error" icon="cross" title="The proof does not hold">
          The first thing that is wrong: {result.fault}.
        </Notice>
      </div>
    );
  return <Proven proven={result.proven} />;
}

function Proven({ proven: { block, transaction, receipt } }: { proven: ProvenTransaction }) {
  return (
    <div role="status" className="flex flex-col gap-4">
      <Panel
        id="outcome"
        title={
          <span className="flex items-center gap-1.5 text-ok">
            <Icon name="check" />
            The proof holds
          </span>
        }
        aside="if the block is of the chain"
      >
        <Rows>
          <Row label="Block">{groupDigits(block.number)}</Row>
          <Row label="Block hash" hint="Compare it with one from a node, or from anyone you trust">
            <Hex value={block.hash} />
          </Row>
          <Row label="Time">{describeTime(block.timestamp)}</Row>
          <Row label="Transaction hash">
            <Hex value={transaction.hash} />
          </Row>
          <Row label="Position in block">{groupDigits(transaction.index)}</Row>
          <Row label="Type">{transaction.type}</Row>
          {transaction.from === null ? (
            <Row label="From">not known: the rules of this type are not</Row>
          ) : (
            <>
              <Row label="From" hint="Recovered from the signature">
                <Hex value={transaction.from} />
              </Row>
              <Row label="To">
                {transaction.to === null ? 'creates a contract' : <Hex value={transaction.to} />}
              </Row>
            </>
          )}
          {transaction.value !== null && <Row label="Value">{groupDigits(transaction.value)} wei</Row>}
          {transaction.nonce !== null && <Row label="Nonce">{groupDigits(transaction.nonce)}</Row>}
          {transaction.input !== null && (
            <Row label="Input data">
              <Hex value={transaction.input} />
            </Row>
          )}
          <Row label="Status">
            {receipt.status ?? 'none: before Byzantium, receipts had a state root instead'}
          </Row>
          <Row label="Gas used" hint="By this transaction and all before it in the block">
            {groupDigits(receipt.cumulativeGasUsed)} up to here in the block
          </Row>
        </Rows>
      </Panel>
      <Logs logs={receipt.logs} />
    </div>
  );
}

function Logs({ logs }: { logs: readonly ProvenLog[] }) {
  const shown = logs.slice(0, MAX_LOGS);
  return (
    <Panel
      title="Logs"
      id="proven-logs"
      aside={
        shown.length < logs.length
          ? `the first ${shown.length} of ${groupDigits(logs.length)}`
          : countOf(logs.length, 'log')
      }
    >
      {logs.length === 0 && (
        <p className="px-4 py-3 text-sm text-soft">The transaction has emitted nothing.</p>
      )}
      <ol className="divide-y divide-line">
        {shown.map(({ position, address, topics, data }) => (
          <li key={position}>
            <Rows>
              <Row label={`Log ${position}`}>
                <Hex value={address} />
              </Row>
              {topics.map((topic, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: topics have no other identity, and never move
                <Row key={at} label={`Topic ${at}`}>
                  <Hex value={topic} />
                </Row>
              ))}
              <Row label="Data">
                <Hex value={data} />
              </Row>
            </Rows>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Hex({ value }: { value: string }) {
  if (value === '0x') return <span className="text-faint">empty</span>;
  if (value.length <= MAX_DIGITS)
    return <span className={`mono ${value.length > WORD_DIGITS ? 'block text-left' : ''}`}>{value}</span>;
  return (
    <>
      <span className="mono block text-left">{value.slice(0, MAX_DIGITS)}</span>…{' '}
      {countOf(value.length / 2 - 1, 'byte')}
    </>
  );
}

/** Seconds since 1970, for a time that no calendar holds. */
function describeTime(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000);
  return Number.isNaN(date.getTime())
    ? `${seconds} s after 1970`
    : `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
