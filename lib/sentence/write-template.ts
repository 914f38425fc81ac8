import type { Transaction } from '@/lib/endpoints/transaction';
import type { Summary, SummaryVariable } from '@/lib/endpoints/transaction-summary';
import { hasTrait } from '@/lib/evm/token-standards';
import { formatExact, parseInteger } from '@/lib/format/amount';
import { displayText } from '@/lib/format/text';
import { decimalsOf } from './asset-decimals';
import {
  type AssetValue,
  describeTransaction,
  type Part,
  type SentenceContext,
} from './describe-transaction';

const MAX_METHOD = 60;
const MAX_REASON = 160;

/** Adds a variable and returns its name in braces. */
type AddVariable = (name: string, variable: SummaryVariable) => string;

/**
 * The sentence of a transaction as a template. Only our own words stand outside of variables, so that no text of the
 * chain can look like a name in braces.
 */
export function writeTemplate(transaction: Transaction, context: SentenceContext): Summary {
  const variables: Record<string, SummaryVariable> = {};
  const keep: AddVariable = (name, variable) => {
    let number = 1;
    while (`${name}_${number}` in variables) number += 1;
    variables[`${name}_${number}`] = variable;
    return `{${name}_${number}}`;
  };
  const parts = describeTransaction(transaction, context).map((part) => writePart(part, keep));
  return { summary_template: parts.join(''), summary_template_variables: variables };
}

function writePart(part: Part, keep: AddVariable): string {
  if (typeof part === 'string') return part;
  if ('address' in part) return keep('address', { type: 'address', value: part.address });
  if ('asset' in part) return writeAsset(part.asset, keep);
  if ('method' in part)
    return keep('method', { type: 'method', value: displayText(part.method, MAX_METHOD) });
  if ('reason' in part)
    return keep('reason', { type: 'string', value: displayText(part.reason, MAX_REASON) });
  return part.text;
}

function writeAsset({ token, token_id, amount: text }: AssetValue, keep: AddVariable): string {
  const name = token === null ? '{native}' : keep('token', { type: 'token', value: token });
  const amount = parseInteger(text);
  if (amount === undefined)
    return hasTrait(token?.type, 'encrypted') ? `encrypted ${name}` : `an unknown amount of ${name}`;
  const size = amount < 0n ? -amount : amount;
  const keepAmount = (decimals: number) =>
    keep('amount', { type: 'currency', value: formatExact(size, decimals).replaceAll(',', '') });
  if (token_id !== null) {
    const id = keep('token_id', { type: 'string', value: `#${token_id}` });
    return size === 1n ? `${name} ${id}` : `${keepAmount(0)} × ${name} ${id}`;
  }
  const decimals = decimalsOf({ token });
  return decimals === undefined ? `${keepAmount(0)} units of ${name}` : `${keepAmount(decimals)} ${name}`;
}
