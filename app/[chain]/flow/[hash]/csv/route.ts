import { writeFlowCsv } from '@/components/money-flow/flow-csv';
import type { Params } from '../load';
import { sendFlow } from '../send-flow';

/** The transfers of a flow as CSV. */
export async function GET(request: Request, { params }: { params: Params }): Promise<Response> {
  return sendFlow(request, params, {
    type: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    write: ({ chain }, flow) => writeFlowCsv(flow, chain.symbol),
  });
}
