import { type CsvList, type CsvParams, sendCsv } from '@/app/send-csv';
import { exportTokenHolders, exportTokenTransfers } from '@/lib/endpoints/csv-export';

const LISTS: ReadonlyMap<string, CsvList> = new Map<string, CsvList>([
  ['transfers', exportTokenTransfers],
  ['holders', exportTokenHolders],
]);

export async function GET(request: Request, { params }: { params: CsvParams }): Promise<Response> {
  return sendCsv(request, params, LISTS);
}
