import {
  type MarkdownContext,
  markdownAddress,
  markdownCoin,
  markdownCount,
  markdownPage,
} from '@/components/chain/markdown-parts';
import type { NetChanges } from '@/lib/endpoints/net-change';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import type { Transaction } from '@/lib/endpoints/transaction';
import { formatExact, parseDecimals, parseInteger } from '@/lib/format/amount';
import { formatJson } from '@/lib/format/json';
import { markdownCode, markdownFacts, markdownTable, markdownText } from '@/lib/format/markdown';
import { countOf, formatPercent, groupDigits } from '@/lib/format/number';
import { formatUtc } from '@/lib/format/time';
import { countTransfers } from '@/lib/sentence/count-transfers';
import { nameError, readRevertReason } from '@/lib/sentence/revert-reason';
import { hasFailed } from '@/lib/sentence/verbs';
import { tokenSymbol } from '../token/token-label';
import { blobFeeOf } from './split-transaction-fee';
import { describeStatus } from './transaction-status';
import { actionText } from './transaction-text';

const MAX_ACCOUNTS = 30;
const MAX_CHANGES = 20;
const MAX_PARAMETERS = 30;
const MAX_VALUE = 200;
const WEI_DECIMALS = 18;

/** A transaction in Markdown, for chats and assistants: the sentence, the facts, who gained and lost what, the call. */
export function transactionMarkdown(
  transaction: Transaction,
  { net, ...context }: MarkdownContext & { net: NetChanges | undefined },
): string {
  const { chain } = context;
  const action = actionText(transaction, chain.symbol, { net, chainId: chain.id });
  return markdownPage(
    context,
    [
      `# Transaction ${transaction.hash}`,
      `${markdownText(action, 400)}.`,
      markdownFacts(listFacts(transaction, context)),
      net && writeChanges(net, chain.symbol),
      writeTransfers(transaction),
      writeInput(transaction),
    ],
    [`Logs: <${context.url}/logs>`],
  );
}

function listFacts(transaction: Transaction, { chain }: MarkdownContext) {
  const { block_number: block, to, created_contract: created, decoded_input: decoded } = transaction;
  const call = decoded?.method_call ?? transaction.method;
  const blobFee = blobFeeOf(transaction);
  return [
    ['Status', describeStatus(transaction).text],
    ['Failure', hasFailed(transaction) ? describeFailure(transaction) : undefined],
    ['Chain', `${markdownText(chain.name, 60)}, chain ID ${chain.id}`],
    [
      'Block',
      block === null ? 'none yet' : `${block}, ${countOf(transaction.confirmations, 'confirmation')}`,
    ],
    ['Time', transaction.timestamp === null ? undefined : formatUtc(transaction.timestamp)],
    ['From', markdownAddress(transaction.from)],
    ['To', to === null ? undefined : markdownAddress(to)],
    ['Created contract', created === null ? undefined : markdownAddress(created)],
    ['Method', call === null ? undefined : markdownCode(call, 300)],
    ['Value', markdownCoin(transaction.value, chain.symbol)],
    [
      transaction.fee.type === 'actual' ? 'Transaction fee' : 'Max fee',
      markdownCoin(transaction.fee.value, chain.symbol),
    ],
    ['Blob fee', blobFee === undefined ? undefined : markdownCoin(String(blobFee), chain.symbol)],
    ['Gas used', writeGas(transaction)],
    ['Nonce', String(transaction.nonce)],
    [
      'FHE operations',
      transaction.fhe_operations_count === 0 ? undefined : markdownCount(transaction.fhe_operations_count),
    ],
  ] as const;
}

function describeFailure(transaction: Transaction): string {
  const { failure, result } = transaction;
  const explained = failure?.explanation;
  const text = markdownText(
    readRevertReason(transaction) ?? nameError(failure?.call?.revert_reason ?? result),
    MAX_VALUE,
  );
  return explained == null ? text : `${text} – ${markdownText(explained, MAX_VALUE)}`;
}

function writeGas({ gas_used: used, gas_limit: limit }: Transaction): string | undefined {
  const gas = parseInteger(used);
  if (gas === undefined) return undefined;
  return `${groupDigits(gas)} of ${groupDigits(limit)} (${formatPercent(gas, BigInt(limit))})`;
}

function writeChanges(net: NetChanges, symbol: string): string | undefined {
  const rows = net.items.slice(0, MAX_ACCOUNTS).flatMap(({ address, changes, changes_count: count }) => {
    const shown = changes.slice(0, MAX_CHANGES).map((change) => {
      const { token, amount, token_id: id } = change;
      const name = token === null ? markdownText(symbol, 16) : writeToken(token, id);
      const decimals = token === null ? WEI_DECIMALS : parseDecimals(token.decimals);
      return [markdownAddress(address), name, writeAmount(amount, id === null ? decimals : 0, true)];
    });
    const left = count - shown.length;
    return left > 0 ? [...shown, [markdownAddress(address), countOf(left, 'more asset'), '']] : shown;
  });
  if (rows.length === 0) return undefined;
  const left = net.accounts_count - Math.min(net.items.length, MAX_ACCOUNTS);
  return joinLines([
    '## Net balance changes',
    '',
    markdownTable(['Account', 'Asset', 'Change'], rows),
    '',
    ...(left > 0 ? [`${countOf(left, 'more account')}.`] : []),
    net.coin_source === 'none'
      ? 'Calls are not traced: coin that contracts passed on is not included.'
      : 'The fee is included.',
  ]);
}

function writeTransfers(transaction: Transaction) {
  const { token_transfers: transfers } = transaction;
  if (transfers.length === 0) return undefined;
  const { count: all, isMore } = countTransfers(transaction);
  const title =
    isMore || all > transfers.length
      ? `## Token transfers: the first ${transfers.length}${isMore ? '' : ` of ${groupDigits(all)}`}`
      : '## Token transfers';
  return joinLines([
    title,
    '',
    markdownTable(
      ['From', 'To', 'Amount', 'Token'],
      transfers.map((transfer) => [
        markdownAddress(transfer.from),
        markdownAddress(transfer.to),
        writeTransferAmount(transfer),
        writeToken(transfer.token, transfer.total?.token_id ?? null),
      ]),
    ),
  ]);
}

function writeTransferAmount({ total, token, encrypted_amount: handle }: TokenTransfer): string {
  if (handle !== null) return 'encrypted';
  const id = total?.token_id ?? null;
  const decimals = id === null ? parseDecimals(total?.decimals ?? token.decimals) : 0;
  return writeAmount(total?.value ?? (id === null ? null : '1'), decimals, false);
}

/** An exact amount; one whose decimals are not known says that it is in the smallest unit. */
function writeAmount(amount: string | null, decimals: number | undefined, isSigned: boolean): string {
  const value = parseInteger(amount);
  if (value === undefined) return 'encrypted or not known';
  const sign = isSigned && value > 0n ? '+' : '';
  return `${sign}${formatExact(value, decimals ?? 0)}${decimals === undefined ? ' in the smallest unit' : ''}`;
}

function writeToken(token: TokenTransfer['token'], id: string | null): string {
  const number = id === null ? '' : ` \\#${markdownText(id, 78)}`;
  return `${markdownText(tokenSymbol(token), 26)}${number} \`${token.address_hash}\``;
}

function writeInput({ decoded_input: decoded, raw_input: input, to }: Transaction): string | undefined {
  if (decoded === null)
    return input === '0x' || to === null
      ? undefined
      : `## Input data\n\n${countOf((input.length - 2) / 2, 'byte')}, ABI unknown.`;
  const { parameters } = decoded;
  if (parameters.length === 0) return undefined;
  return joinLines([
    '## Input data',
    '',
    markdownTable(
      ['Parameter', 'Type', 'Value'],
      parameters
        .slice(0, MAX_PARAMETERS)
        .map(({ name, type, value }, index) => [
          name === '' ? `\\#${index}` : markdownText(name, 60),
          markdownCode(type, 60),
          markdownCode(typeof value === 'string' ? value : formatJson(value, MAX_VALUE), MAX_VALUE),
        ]),
    ),
    ...(parameters.length > MAX_PARAMETERS
      ? ['', `${countOf(parameters.length - MAX_PARAMETERS, 'more parameter')}.`]
      : []),
  ]);
}

const joinLines = (lines: readonly string[]) => lines.join('\n');
