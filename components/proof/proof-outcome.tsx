import { Icon } from '@/components/ui/icon';
import { Notice } from '@/components/ui/notice';
import { Panel, Row, Rows } from '@/components/ui/panel';
import { rich } from '@/components/ui/rich';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
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
        <Notice tone="error" icon="cross" title={t('The proof is invalid')}>
          {rich('First error: {fault}.', {
            fault: (
              <span lang="en" dir="ltr">
                {result.fault}
              </span>
            ),
          })}
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
            {t('The proof is valid')}
          </span>
        }
        aside={t('if the block is on the canonical chain')}
      >
        <Rows>
          <Row label={t('Block')}>{groupDigits(block.number)}</Row>
          <Row label={t('Block hash')} hint={t('Compare it with one from a node, or from anyone you trust')}>
            <Hex value={block.hash} />
          </Row>
          <Row label={t('Time')}>{describeTime(block.timestamp)}</Row>
          <Row label={t('Transaction hash')}>
            <Hex value={transaction.hash} />
          </Row>
          <Row label={t('Index in block')}>{groupDigits(transaction.index)}</Row>
          <Row label={t('Type')}>{transaction.type}</Row>
          {transaction.from === null ? (
            <Row label={t('From')}>{t('unknown: this transaction type is not supported')}</Row>
          ) : (
            <>
              <Row label={t('From')} hint={t('Recovered from the signature')}>
                <Hex value={transaction.from} />
              </Row>
              <Row label={t('To')}>
                {transaction.to === null ? t('creates a contract') : <Hex value={transaction.to} />}
              </Row>
            </>
          )}
          {transaction.value !== null && (
            <Row label={t('Value')}>{t('{wei} wei', { wei: groupDigits(transaction.value) })}</Row>
          )}
          {transaction.nonce !== null && <Row label={t('Nonce')}>{groupDigits(transaction.nonce)}</Row>}
          {transaction.input !== null && (
            <Row label={t('Input data')}>
              <Hex value={transaction.input} />
            </Row>
          )}
          <Row label={t('Status')}>
            {receipt.status ?? t('none: before Byzantium, receipts had a state root instead')}
          </Row>
          <Row
            label={t('Cumulative gas used')}
            hint={t('Gas used in the block up to and including this transaction')}
          >
            {groupDigits(receipt.cumulativeGasUsed)}
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
      title={t('Logs')}
      id="proven-logs"
      aside={
        shown.length < logs.length
          ? t('the first {shown} of {total}', { shown: shown.length, total: groupDigits(logs.length) })
          : t('{count, plural, one {# log} other {# logs}}', { count: logs.length })
      }
    >
      {logs.length === 0 && (
        <p className="px-4 py-3 text-sm text-soft">{t('The transaction emitted no logs.')}</p>
      )}
      <ol className="divide-y divide-line">
        {shown.map(({ position, address, topics, data }) => (
          <li key={position}>
            <Rows>
              <Row label={t('Log {position}', { position })}>
                <Hex value={address} />
              </Row>
              {topics.map((topic, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: topics have no other identity, and never move
                <Row key={at} label={t('Topic {at}', { at })}>
                  <Hex value={topic} />
                </Row>
              ))}
              <Row label={t('Data')}>
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
  if (value === '0x') return <span className="text-faint">{t('empty')}</span>;
  if (value.length <= MAX_DIGITS)
    return <span className={`mono ${value.length > WORD_DIGITS ? 'block text-start' : ''}`}>{value}</span>;
  return (
    <>
      <span className="mono block text-start">{value.slice(0, MAX_DIGITS)}</span>…{' '}
      {t('{count, plural, one {# byte} other {# bytes}}', { count: value.length / 2 - 1 })}
    </>
  );
}

/** Seconds since 1970, for a time that no calendar holds. */
function describeTime(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000);
  return Number.isNaN(date.getTime())
    ? t('{seconds} s after 1970', { seconds })
    : t('{time} UTC', { time: date.toISOString().slice(0, 19).replace('T', ' ') });
}
