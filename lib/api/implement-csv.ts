import type { z } from 'zod';
import { csvRecord } from '@/lib/endpoints/csv';
import { MAX_CSV_RECORDS } from '@/lib/endpoints/csv-export';
import type { Endpoint } from '@/lib/endpoints/endpoint';
import { notFound } from './http/answer';
import { type Call, type Operation, readRequest } from './implement';

/** A file to be: its name, its head, and its records in batches as they are read. */
export type CsvExport = Readonly<{
  fileName: string;
  head: readonly string[];
  batches: AsyncIterable<readonly (readonly string[])[]>;
}>;

type Fields = z.ZodObject<Readonly<Record<string, z.ZodType>>>;

/**
 * Binds a handler to an endpoint that answers with a CSV file. The answer is sent while it is read: no more than a
 * batch is held, the next one is read when the last one has gone out, and none when nobody listens any more.
 */
export function implementCsv<P extends Fields, Q extends Fields>(
  endpoint: Endpoint<P, Q, z.ZodString>,
  handle: (call: Call<z.output<P>, z.output<Q>>) => Promise<CsvExport | undefined>,
): Operation {
  return {
    endpoint,
    run: async ({ params, query, isChecked: _, ...context }) => {
      const request = readRequest(endpoint, { params, query });
      if ('refusal' in request) return request.refusal;
      const file = await handle({ ...context, ...request });
      if (file === undefined) return notFound();
      const headers = {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="${file.fileName}"`,
      };
      return { status: 200, body: undefined, headers, stream: writeRecords(file) };
    },
  };
}

async function* writeRecords({ head, batches }: CsvExport): AsyncGenerator<string, void> {
  yield csvRecord(head);
  let left = MAX_CSV_RECORDS;
  for await (const records of batches) {
    const written = records.slice(0, left);
    left -= written.length;
    if (written.length > 0) yield written.map(csvRecord).join('');
    if (left === 0) return;
  }
}
