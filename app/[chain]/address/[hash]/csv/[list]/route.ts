import { type CsvParams, sendCsv } from '@/app/send-csv';
import { CSV_LISTS } from '../../csv-lists';

export async function GET(request: Request, { params }: { params: CsvParams }): Promise<Response> {
  return sendCsv(request, params, CSV_LISTS);
}
