import type { z } from 'zod';
import { notFound, Refusal } from '@/lib/api/answer';
import { type Call, type Operation, readRequest } from '@/lib/api/implement';
import { csvRecord } from '@/lib/endpoints/csv';
import { MAX_CSV_RECORDS } from '@/lib/endpoints/csv-export';
import type { Endpoint } from '@/lib/endpoints/endpoint';

/** A CSV file: its name, header, and records in lazily read batches. */
export type CsvExport = Readonly<{
  fileName: string;
  head: readonly string[];
  batches: AsyncIterable<readonly (readonly string[])[]>;
}>;

type Fields = z.ZodObject<Readonly<Record<string, z.ZodType>>>;

/** Binds a handler to an endpoint that streams a CSV file, with backpressure: one batch in memory at a time. */
export function implementCsv<P extends Fields, Q extends Fields>(
  endpoint: Endpoint<P, Q, z.ZodString>,
  handle: (call: Omit<Call<z.output<P>, z.output<Q>>, 'follow'>) => Promise<CsvExport | Refusal | undefined>,
): Operation {
  return {
    endpoint,
    run: async ({ params, query, isChecked: _, ...context }) => {
      const request = readRequest(endpoint, { params, query });
      if ('refusal' in request) return request.refusal;
      const file = await handle({ ...context, ...request });
      if (file === undefined) return notFound();
      if (file instanceof Refusal) return file.answer;
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
    const page = records.slice(0, left);
    left -= page.length;
    if (page.length > 0) yield page.map(csvRecord).join('');
    if (left === 0) return;
  }
}
