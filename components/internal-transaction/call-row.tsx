import { Amount } from '@/components/chain/amount';
import type { AmountContext } from '@/components/chain/amount-value';
import { Pill } from '@/components/ui/pill';
import { rich } from '@/components/ui/rich';
import type { CallFrame } from '@/lib/endpoints/call-tree';
import { ownErrorOf } from '@/lib/endpoints/internal-transaction';
import { parseInteger } from '@/lib/format/amount';
import { shortenHash } from '@/lib/format/hash';
import { groupDigits, perMille } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { CallEnd } from './call-end';
import { callHref } from './call-links';
import { CallLogs } from './call-logs';
import { amountsOf, InlineValues } from './inline-value';
import type { RowContext } from './row-context';

/** One call: caller and target, arguments and results, value, gas, and how it failed. Kept small: pages have many. */
export function CallRow(props: {
  call: CallFrame;
  context: RowContext;
  isStatic: boolean;
  /** How many equal calls follow it at once. */
  repeats: number;
}) {
  const { call, context, isStatic, repeats } = props;
  const { link } = context;
  const target = call.created_contract ?? call.to;
  return (
    <div className="call-row">
      <a
        href={callHref(link, call.index)}
        aria-label={t('Call {index}', { index: call.index })}
        className="call-no"
      >
        {call.index}
      </a>
      <span className="call-what">
        <small className="call-kind">{call.type}</small> <CallEnd address={call.from} context={context} />
        {' → '}
        {target === null ? (
          <span className="text-faint">{t('no contract created')}</span>
        ) : (
          <CallEnd address={target} context={context} />
        )}{' '}
        <Called call={call} context={context} />
        {repeats > 0 && <b className="figure"> ×{repeats + 1}</b>}
        {call.value !== '0' && (
          <>
            {' '}
            <b>
              <Amount value={BigInt(call.value)} decimals={context.coin.decimals} isExact>
                <bdi>{context.coin.name}</bdi>
              </Amount>
            </b>
          </>
        )}
        <Outcome call={call} isStatic={isStatic} />
        <CallLogs call={call} context={context} />
      </span>
      <CallGas call={call} whole={context.gasUsed} />
    </div>
  );
}

type CallProps = Readonly<{ call: CallFrame; context: RowContext }>;

/** Method with arguments and results; the bytes where nothing is decoded. */
function Called({ call, context }: CallProps) {
  const { decoded_input: decoded, method, input_size: size } = call;
  const amounts = amountsOf(call, context.units);
  if (call.type.startsWith('create'))
    return size > 0 && <i>{t('{count, plural, one {# byte} other {# bytes}} of code', { count: size })}</i>;
  return (
    <code>
      {method !== null && <b>{displayText(method, 60)}</b>}
      {decoded === null ? (
        size > 0 && <i>{method === null ? bytesOf(size) : `(${bytesOf(size)})`}</i>
      ) : (
        <>
          (<InlineValues values={decoded.parameters} amounts={amounts?.arguments} context={context} />)
        </>
      )}
      <Returned call={call} context={context} amounts={amounts?.results} />
    </code>
  );
}

const bytesOf = (size: number) => t('{count, plural, one {# byte} other {# bytes}}', { count: size });

const WORD_LENGTH = 66;

function Returned({ call, context, amounts }: CallProps & { amounts: AmountContext | undefined }) {
  const { results, output } = call;
  if (ownErrorOf(call) !== null) return null;
  if (results !== null && results.length > 0)
    return (
      <>
        <i> {t('returns')} </i>
        <InlineValues values={results} amounts={amounts} context={context} />
      </>
    );
  if (output === null || output === '0x') return null;
  const bytes = output.length / 2 - 1;
  return (
    <i>
      {' '}
      {rich('returns {output}', {
        output:
          output.length <= WORD_LENGTH
            ? shortenHash(output)
            : bytes >= 256
              ? `≥ ${bytesOf(bytes)}`
              : bytesOf(bytes),
      })}
    </i>
  );
}

/** A call that cannot change state has nothing that could be reverted. */
function Outcome({ call, isStatic }: { call: CallFrame; isStatic: boolean }) {
  const error = ownErrorOf(call);
  if (error === null && (!call.is_undone || isStatic)) return null;
  if (error === null)
    return (
      <>
        {' '}
        <Pill tone="pending" title={t('A parent call failed, so this call had no effect')}>
          {t('Reverted by parent')}
        </Pill>
      </>
    );
  return (
    <span className={`call-failure${call.is_failing ? ' is-failing' : ''}`}>
      {call.is_failing && <b>{t('Failed here:')} </b>}
      <bdi>{displayText(error, 120)}</bdi>
      {call.revert_reason !== null && (
        <>
          {' – '}
          <bdi>{displayText(call.revert_reason, 300)}</bdi>
        </>
      )}
    </span>
  );
}

/** Gas in all, and without the calls inside; the bar shows both as parts of the transaction's gas. */
function CallGas({ call, whole }: { call: CallFrame; whole: bigint | undefined }) {
  const used = parseInteger(call.gas_used);
  if (used === undefined) return null;
  const own = parseInteger(call.own_gas);
  return (
    <span className="call-gas">
      {whole !== undefined && (
        <svg aria-hidden="true" viewBox="0 0 1000 6" preserveAspectRatio="none">
          <rect width={perMille(used, whole)} height="6" className="call-total" />
          {own !== undefined && <rect width={perMille(own, whole)} height="6" className="call-own" />}
        </svg>
      )}
      {t('{gas} gas', { gas: groupDigits(used) })}
      {own !== undefined && call.calls_count > 0 && (
        <i>{` · ${t('{own} own', { own: groupDigits(own) })}`}</i>
      )}
    </span>
  );
}
