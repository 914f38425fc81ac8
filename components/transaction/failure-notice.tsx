import { AddressLabel } from '@/components/chain/address';
import type { AddressNames, AmountToken } from '@/components/chain/amount-value';
import { CallParameters } from '@/components/chain/call-parameters';
import { ChainLink } from '@/components/chain/chain-link';
import { ApiMessage } from '@/components/ui/api-message';
import { Disclosure } from '@/components/ui/disclosure';
import { Notice } from '@/components/ui/notice';
import { rich } from '@/components/ui/rich';
import type { Transaction } from '@/lib/endpoints/transaction';
import type { Shortfall } from '@/lib/endpoints/transaction-overview';
import { failedContract } from '@/lib/format/list-amount-tokens';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { isPlainError } from '@/lib/sentence/plain-error';
import { nameError, quoteReason, readRevertReason } from '@/lib/sentence/revert-reason';
import { hasFailed } from '@/lib/sentence/verbs';
import { ShortfallLine } from './shortfall-line';

const MAX_RETURNED = 4_096;
const MAX_REASON = 480;

type Props = {
  transaction: Transaction;
  /** Fungible tokens by address: amounts are shown in the unit of the one that failed. */
  tokens: ReadonlyMap<string, AmountToken>;
  names?: AddressNames;
  /** By how much a check failed, if that is known. */
  shortfall?: Shortfall | null;
  /** The calls are on the same page. */
  hasCalls?: boolean;
};

/** Why a transaction failed, as far as known, at which call, and the source of that. */
export function FailureNotice(props: Props) {
  const { transaction, tokens, names, shortfall = null, hasCalls = false } = props;
  if (!hasFailed(transaction)) return null;
  const { decoded_revert_reason: decoded, revert_reason_source: source, failure } = transaction;
  return (
    <section aria-label={t('Failure reason')} className="flex flex-col gap-3">
      <Notice
        tone="error"
        icon="alert"
        title={rich('Failed: {reason}', {
          reason: <bdi className="wrap-any">{formatReason(transaction)}</bdi>,
        })}
      >
        {failure?.explanation != null && (
          <span className="block font-medium text-ink">
            <ApiMessage of={{ ...failure, message: failure.explanation }} />
          </span>
        )}
        {shortfall !== null && <ShortfallLine shortfall={shortfall} />}
        <FailingCall transaction={transaction} hasCalls={hasCalls} />
        {hasReason(transaction)
          ? t('All changes were reverted; the fee was still charged.')
          : t('No revert reason was returned. All changes were reverted; the fee was still charged.')}
        {source === 'replay' &&
          ` ${t('The reason comes from replaying the call on the parent block, so it may differ from the original.')}`}
      </Notice>
      <ReturnedData transaction={transaction} />
      {decoded !== null && !isPlainError(decoded) && decoded.parameters.length > 0 && (
        <div className="rounded-md border border-line bg-surface shadow-panel">
          <CallParameters
            call={decoded}
            inputs={null}
            token={tokens.get(failedContract(transaction) ?? '')}
            names={names}
          />
        </div>
      )}
    </section>
  );
}

/** The bytes of an error that no known ABI has. */
function ReturnedData({ transaction: { failure, revert_reason: reason } }: { transaction: Transaction }) {
  const text = failure?.reason ?? (reason !== null && 'raw' in reason ? reason.raw : null);
  if (text === null || nameError(text) === text) return null;
  return (
    <div className="rounded-md border border-line bg-surface shadow-panel">
      <Disclosure
        title={t('Returned data')}
        aside={t('{count, plural, one {# byte} other {# bytes}}', { count: (text.length - 2) / 2 })}
      >
        <p className="mono wrap-any px-4 pb-3 text-sm text-soft">{displayText(text, MAX_RETURNED)}</p>
      </Disclosure>
    </div>
  );
}

/** An error with arguments is given by its name: they are listed below. */
function formatReason(transaction: Transaction): string {
  const { result, failure, decoded_revert_reason: decoded } = transaction;
  if (failure?.kind === 'out_of_gas') return t('out of gas');
  if (decoded !== null && !isPlainError(decoded))
    return displayText(decoded.method_call.split('(', 1)[0] ?? '', MAX_REASON);
  const text = readRevertReason(transaction);
  return text === null
    ? displayText(nameError(failure?.call?.revert_reason ?? result), MAX_REASON)
    : quoteReason(displayText(text, MAX_REASON), transaction);
}

const hasReason = ({ revert_reason: reason, failure }: Transaction) =>
  reason !== null || failure?.kind === 'out_of_gas' || failure?.call?.revert_reason != null;

/** The failing inner call, with a link to it among the internal transactions. */
function FailingCall({ transaction, hasCalls }: { transaction: Transaction; hasCalls: boolean }) {
  const { hash, failure } = transaction;
  const own = readRevertReason(transaction);
  const call = failure?.call;
  if (call == null) return null;
  const reason = nameError(call.revert_reason ?? call.error);
  return (
    <span className="block">
      {rich(
        'It failed in <link>call #{index}</link>{hasMethod, select, true {, {method}} other {}}{hasContract, select, true { of {contract}} other {}}{hasProxy, select, true {, the implementation of {proxy}} other {}}{hasReason, select, true {: {reason}} other {}}.',
        {
          link: (words) =>
            hasCalls ? (
              <a href={`#call-${call.index}`} className="text-ink">
                {words}
              </a>
            ) : (
              <ChainLink to={`/tx/${hash}/internal#call-${call.index}`} className="text-ink">
                {words}
              </ChainLink>
            ),
          index: call.index,
          hasMethod: call.method !== null,
          method: call.method !== null && (
            <code className="mono wrap-any">{displayText(call.method, 60)}</code>
          ),
          hasContract: call.to !== null,
          contract: call.to !== null && <AddressLabel address={call.to} />,
          hasProxy: call.proxy !== null,
          proxy: call.proxy !== null && <AddressLabel address={call.proxy} />,
          hasReason: reason !== own,
          reason: <bdi className="wrap-any">{displayText(reason, 240)}</bdi>,
        },
      )}{' '}
    </span>
  );
}
