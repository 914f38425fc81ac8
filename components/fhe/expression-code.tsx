import { Fragment } from 'react';
import type { GraphOperand, GraphOperation } from '@/lib/fhe/graph-operation';
import { originOfHandle } from '@/lib/fhe/handles';
import { msg, t } from '@/lib/language/t';
import { categoryOf } from './categories';

const MAX_OPERANDS = 4;

/** An operation as a line of code. A handle has one name on the page and is highlighted everywhere at once. */
export function ExpressionCode({ operation }: { operation: GraphOperation }) {
  const shown = operation.operands.slice(0, MAX_OPERANDS);
  const more = operation.operands.length - shown.length;
  return (
    <code className="mono wrap-any text-faint">
      <span title={operation.handle} data-same={operation.handle} className="text-ink">
        {operation.name}
      </span>
      {' = '}
      <span className={`font-medium ${categoryOf(operation.category).text}`}>{operation.verb}</span>(
      {shown.map((operand, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: operands may be equal; their order is fixed
        <Fragment key={index}>
          {index > 0 && ', '}
          <OperandCode operand={operand} />
        </Fragment>
      ))}
      {more > 0 && `, ${t('… {count} more', { count: more })}`})
    </code>
  );
}

const ORIGIN_TITLES = {
  input: msg('Encrypted input. Handle'),
  stored: msg('Stored ciphertext. Handle'),
} as const;

function OperandCode({ operand }: { operand: GraphOperand }) {
  const { handle, name, producer, value } = operand;
  if (handle === null) {
    const digits = value === null ? t('not a number') : value.toString();
    return (
      <span title={t('Plaintext, readable by anyone: {digits}', { digits })} className="text-soft">
        {name}
      </span>
    );
  }
  // the row of the operation that produced it has its handle
  if (producer !== null)
    return (
      <span data-same={handle} className="text-ink">
        {name}
      </span>
    );
  return (
    <span
      title={`${t(ORIGIN_TITLES[originOfHandle(handle)])} ${handle}`}
      data-same={handle}
      className="text-secret underline decoration-dotted underline-offset-2"
    >
      {name}
    </span>
  );
}
