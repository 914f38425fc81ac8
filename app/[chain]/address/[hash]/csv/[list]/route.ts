import { type CsvList, type CsvParams, sendCsv } from '@/app/send-csv';
import {
  exportAddressInternals,
  exportAddressLogs,
  exportAddressTransactions,
  exportAddressTransfers,
} from '@/lib/endpoints/csv-export';

const LISTS: ReadonlyMap<string, CsvList> = new Map([
  ['transactions', exportAddressTransactions],
  ['token-transfers', exportAddressTransfers],
  ['internal', exportAddressInternals],
  ['logs', exportAddressLogs],
]);

export async function GET(request: Request, { params }: { params: CsvParams }): Promise<Response> {
  return sendCsv(request, params, LISTS);
}
