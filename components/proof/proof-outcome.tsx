import { Notice } from '@/components/ui/notice';
import { Panel, Row, Rows } from '@/components/ui/panel';
import { rich } from '@/components/ui/rich';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import type { Proven as ProvenFacts } from '@/lib/proof/check-proof';
import type { ProofResult, ProvenLog, ProvenTransaction } from '@/lib/proof/check-transaction-proof';
import { ProvenList } from './proven-list';
import { Hex, ProvenPanel } from './proven-panel';

/** Logs shown: a receipt may have thousands. */
const MAX_LOGS = 200;

/** What a proof says, or the first thing in it that does not hold. */
export function ProofOutcome({ result }: { result: ProofResult<ProvenFacts> }) {
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
  const { proven } = result;
  return (
    <div role="status" className="flex flex-col gap-4">
      {'accounts' in proven ? <ProvenList proven={proven} /> : <Proven proven={proven} />}
    </div>
  );
}

function Proven({ proven: { block, transaction, receipt } }: { proven: ProvenTransaction }) {
  return (
    <>
      <ProvenPanel block={block}>
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
      </ProvenPanel>
      <Logs logs={receipt.logs} />
    </>
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
