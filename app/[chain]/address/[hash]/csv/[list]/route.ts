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

/** The lists of an address as CSV files. */
export async function GET(request: Request, { params }: { params: CsvParams }): Promise<Response> {
  return sendCsv(request, params, LISTS);
}
