import type { Expression, Operand } from '@/lib/format/fhe-names';
import { formatFheOperation } from '@/lib/format/fhe-type';
import type { FheOperation } from '@/lib/spec/fhe-operation';
import { categoryOf } from './categories';

const MOST_OPERANDS = 12;

/** An operation as a line of code. The same handle has the same name and lights up everywhere. */
export function ExpressionCode({
  operation,
  expression,
}: {
  operation: FheOperation;
  expression: Expression;
}) {
  const shown = expression.operands.slice(0, MOST_OPERANDS);
  const more = expression.operands.length - shown.length;
  return (
    <code className="mono wrap-any">
      <OperandCode operand={expression.result} />
      <span className="text-faint"> = </span>
      <span className={`font-medium ${categoryOf(operation.type).text}`}>
        {formatFheOperation(operation.operation)}
      </span>
      <span className="text-faint">(</span>
      {shown.map((operand, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: operands may be equal; their order is fixed
        <span key={index}>
          {index > 0 && <span className="text-faint">, </span>}
          <OperandCode operand={operand} />
        </span>
      ))}
      {more > 0 && <span className="text-faint">, … {more} more</span>}
      <span className="text-faint">)</span>
    </code>
  );
}

const TITLES = {
  result: 'Made by an operation of this transaction. Handle',
  outside: 'An encrypted value from outside this transaction. Handle',
  plain: 'A plain number, readable by everyone:',
} as const;

function OperandCode({ operand }: { operand: Operand }) {
  const same = operand.kind === 'plain' ? {} : { 'data-same': operand.full };
  return (
    <span title={`${TITLES[operand.kind]} ${operand.full}`} {...same} className={COLOURS[operand.kind]}>
      {operand.name}
    </span>
  );
}

const COLOURS = {
  result: 'text-ink',
  outside: 'text-secret underline decoration-dotted underline-offset-2',
  plain: 'text-soft',
} as const;
