import type { GraphOperand, GraphOperation } from '@/lib/fhe/graph-operation';
import { originOfHandle } from '@/lib/fhe/handles';
import { msg, t } from '@/lib/language/t';
import { categoryOf } from './categories';

const MAX_OPERANDS = 12;

/** An operation as a line of code. A handle has one name on the page and is highlighted everywhere at once. */
export function ExpressionCode({ operation }: { operation: GraphOperation }) {
  const shown = operation.operands.slice(0, MAX_OPERANDS);
  const more = operation.operands.length - shown.length;
  return (
    <code className="mono wrap-any">
      <span title={`${t(RESULT_TITLE)} ${operation.handle}`} data-same={operation.handle}>
        {operation.name}
      </span>
      <span className="text-faint"> = </span>
      <span className={`font-medium ${categoryOf(operation.category).text}`}>{operation.verb}</span>
      <span className="text-faint">(</span>
      {shown.map((operand, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: operands may be equal; their order is fixed
        <span key={index}>
          {index > 0 && <span className="text-faint">, </span>}
          <OperandCode operand={operand} />
        </span>
      ))}
      {more > 0 && <span className="text-faint">, {t('… {count} more', { count: more })}</span>}
      <span className="text-faint">)</span>
    </code>
  );
}

const ORIGIN_TITLES = {
  input: msg('Encrypted input. Handle'),
  stored: msg('Stored ciphertext. Handle'),
} as const;
const RESULT_TITLE = msg('Result of an operation of this transaction. Handle');

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
  const isOutside = producer === null;
  return (
    <span
      title={`${t(isOutside ? ORIGIN_TITLES[originOfHandle(handle)] : RESULT_TITLE)} ${handle}`}
      data-same={handle}
      className={isOutside ? 'text-secret underline decoration-dotted underline-offset-2' : undefined}
    >
      {name}
    </span>
  );
}
