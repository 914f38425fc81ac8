import type { ReactNode } from 'react';
import { AddressLabel } from '@/components/chain/address';
import { GasPrice } from '@/components/chain/amount';
import { Panel, Row, Rows } from '@/components/ui/panel';
import type { Address } from '@/lib/endpoints/address-mention';
import type { UserOperationInfo } from '@/lib/endpoints/user-operation-info';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';

/** The rest of a nonce is its key. */
const NUMBER_BITS = 64n;

type Props = { operation: UserOperationInfo; lookAlikes: ReadonlySet<string> };

/** Participants of a user operation. */
export function OperationParties({ operation, lookAlikes }: Props) {
  const of = (label: string, hint: string, address: Address | null) =>
    address === null ? null : (
      <Row label={label} hint={hint}>
        <AddressLabel address={address} lookAlikes={lookAlikes} withCopy />
      </Row>
    );
  return (
    <Panel title={t('Participants')} id="parties">
      <Rows>
        {of(t('Account'), t('The smart account that executed the operation'), operation.address)}
        {of(t('Target'), t('Called by the account'), operation.execute_target)}
        {of(t('Bundler'), t('Sent the transaction'), operation.bundler)}
        {of(t('Paymaster'), t('Paid for the operation'), operation.paymaster)}
        {of(t('Factory'), t('Deployed the account in this operation'), operation.factory)}
        {of(t('EntryPoint'), t('Validated and executed the operation'), operation.entry_point)}
      </Rows>
    </Panel>
  );
}

/** Limits and prices of a user operation, as far as its bundle has them. */
export function OperationGas({ operation }: Pick<Props, 'operation'>) {
  const nonce = BigInt(operation.nonce);
  const [key, number] = [nonce >> NUMBER_BITS, BigInt.asUintN(Number(NUMBER_BITS), nonce)];
  return (
    <Panel title={t('Gas limit & usage')} id="gas">
      <Rows>
        <Row label={t('Nonce')} hint={t('Number of earlier operations of the account with this key')}>
          {groupDigits(number)}
          {key > 0n && (
            <span className="mono wrap-any ms-2 text-faint">
              {t('key {key}', { key: `0x${key.toString(16)}` })}
            </span>
          )}
        </Row>
        <Known label={t('Gas price')} value={operation.gas_price} draw={priceOf} />
        <Known label={t('Max fee per gas')} value={operation.max_fee_per_gas} draw={priceOf} />
        <Known
          label={t('Max priority fee per gas')}
          value={operation.max_priority_fee_per_gas}
          draw={priceOf}
        />
        <Known label={t('Call gas limit')} value={operation.call_gas_limit} draw={groupDigits} />
        <Known
          label={t('Verification gas limit')}
          value={operation.verification_gas_limit}
          draw={groupDigits}
        />
        <Known label={t('Pre-verification gas')} value={operation.pre_verification_gas} draw={groupDigits} />
      </Rows>
      {operation.raw === null && (
        <p className="border-t border-line px-4 py-2 text-xs text-faint">
          {t(
            'Limits and input are not known: neither the input nor the trace of the transaction has this operation.',
          )}
        </p>
      )}
    </Panel>
  );
}

const priceOf = (wei: string) => <GasPrice wei={wei} />;

function Known(props: { label: string; value: string | null; draw: (value: string) => ReactNode }) {
  return props.value === null ? null : <Row label={props.label}>{props.draw(props.value)}</Row>;
}
