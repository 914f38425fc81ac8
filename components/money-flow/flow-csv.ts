import { tokenSymbol } from '@/components/token/token-label';
import { csvRecord, plainDecimal } from '@/lib/endpoints/csv';
import type { FlowNode, MoneyFlow } from '@/lib/endpoints/money-flow';
import { nameOfAddress } from '@/lib/format/address-name';
import { decimalsOf } from '@/lib/sentence/asset-decimals';
import { listFlowRows } from './flow-table';

const HEAD = [
  ...['Step', 'From', 'FromName', 'To', 'ToName', 'Amount', 'Asset', 'Token', 'TokenId', 'Transfers'],
  ...['FirstTime', 'FirstTransaction', 'LastTime', 'LastTransaction'],
];

/** The transfers of a flow as CSV, amounts with their decimals. */
export function writeFlowCsv(flow: MoneyFlow, symbol: string): string {
  const records = listFlowRows(flow).map(({ edge, from, to, far }) => [
    String(far.hop),
    ...endOf(from),
    ...endOf(to),
    edge.amount === null ? '' : plainDecimal(BigInt(edge.amount), decimalsOf(edge) ?? 0),
    edge.token === null ? symbol : tokenSymbol(edge.token),
    edge.token?.address_hash ?? '',
    edge.token_id ?? '',
    String(edge.count),
    ...[edge.first, edge.last].flatMap((place) => [place.timestamp, place.transaction_hash]),
  ]);
  return [HEAD, ...records].map(csvRecord).join('');
}

const endOf = ({ address }: FlowNode) => [address.hash, nameOfAddress(address) ?? ''];
