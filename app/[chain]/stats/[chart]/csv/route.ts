import { csvRecord } from '@/lib/endpoints/csv';
import { chartUnit } from '@/lib/format/chart-value';
import { readChartState } from '../../query';
import { getPageChart, loadPoints, type Params } from '../load';

const RECORDS_AT_ONCE = 500;

/** A chart's points as CSV: exact values, missing ones empty. */
export async function GET(request: Request, { params }: { params: Params }): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const page = await getPageChart(params);
  const { points, resolution } = await loadPoints(page, readChartState(Object.fromEntries(searchParams)));
  const { isShare, name } = chartUnit(page.chart);
  const unit = isShare ? 'share of 1' : name;
  const records = points.map((point) =>
    csvRecord([
      point.date,
      point.date_to,
      point.is_missing === true ? '' : point.value,
      unit,
      point.is_approximate === true ? 'yes' : 'no',
      point.is_partial === true ? 'yes' : 'no',
    ]),
  );
  const head = csvRecord(['from', 'to', page.chart.id, 'unit', 'in progress', 'partly indexed']);
  const fileName = `${page.chart.id}-${page.chain.id}-${resolution.toLowerCase()}.csv`.replace(
    /[^\w.-]/g,
    '_',
  );
  return new Response(toStream([head, ...records]), {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${fileName}"`,
    },
  });
}

/** Pull-based: produces a record only when the client reads. */
function toStream(records: readonly string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      const part = records.slice(sent, sent + RECORDS_AT_ONCE);
      if (part.length === 0) return controller.close();
      sent += part.length;
      controller.enqueue(encoder.encode(part.join('')));
    },
  });
}
