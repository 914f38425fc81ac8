import { type CsvParams, sendCsv } from '@/app/send-csv';

export async function GET(request: Request, { params }: { params: CsvParams }): Promise<Response> {
  return sendCsv(request, params, 'token');
}
