import { CallParameters } from '@/components/chain/call-parameters';
import { Bytes } from '@/components/transaction/input-panel';
import { ApiMessage } from '@/components/ui/api-message';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import type { UserOperationInfo } from '@/lib/endpoints/user-operation-info';
import type { CallFailure } from '@/lib/evm/call-answer';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';

const MAX_REASON = 2_000;

/** The account's call, the call that it executes, and the bytes as the bundler sent them. */
export function OperationInput({ operation }: { operation: UserOperationInfo }) {
  const {
    call_data: input,
    decoded_call_data: call,
    decoded_execute_call_data: inner,
    signature,
  } = operation;
  if (input === null) return null;
  return (
    <Panel title={t('Input data')} id="input">
      {call !== null && <CallParameters call={call} inputs={null} />}
      {inner !== null && (
        <section aria-label={t('Call by the account')} className="border-b border-line">
          <p className="label px-4 pt-2.5">{t('Call by the account')}</p>
          <CallParameters call={inner} inputs={null} />
        </section>
      )}
      <Bytes
        title={t('Raw bytes')}
        bytes={input}
        field="call_data"
        isOpen={call === null && inner === null}
      />
      {signature !== null && <Bytes title={t('Signature')} bytes={signature} field="signature" />}
      {operation.raw !== null && operation.raw.paymaster_and_data !== '0x' && (
        <Bytes
          title={t('Paymaster and data')}
          bytes={operation.raw.paymaster_and_data}
          field="raw.paymaster_and_data"
        />
      )}
      {operation.raw !== null && operation.raw.init_code !== '0x' && (
        <Bytes title={t('Factory and data')} bytes={operation.raw.init_code} field="raw.init_code" />
      )}
    </Panel>
  );
}

/** The revert reason of the account's call, as far as known. */
export function OperationFailure({ failure }: { failure: CallFailure | undefined }) {
  return (
    <Notice tone="error" icon="alert" title={t('The account’s call failed')}>
      {failure === undefined ? (
        t('It gave no reason. The operation was still paid for.')
      ) : (
        <>
          <p className="wrap-any">
            <bdi className="font-medium text-error">{displayText(failure.reason, MAX_REASON)}</bdi>{' '}
            <ApiMessage of={failure.meaning} />
          </p>
          <p>{t('The operation was still paid for.')}</p>
        </>
      )}
    </Notice>
  );
}
