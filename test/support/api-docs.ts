import { readFileSync } from 'node:fs';
import { ROOT } from './source-tree';

/** A request of docs/api.md and its documented response: status, some headers, a part of the body. */
export type DocumentedCall = Readonly<{
  path: string;
  isKeyed: boolean;
  status: number;
  headers: readonly (readonly [name: string, value: string])[];
  body: unknown;
}>;

/** The calls that docs/api.md shows: blocks of a request, an empty line, and its response. */
export function readDocumentedCalls(): DocumentedCall[] {
  const text = readFileSync(`${ROOT}/docs/api.md`, 'utf8');
  return [...text.matchAll(/```http\n([^`]*)```/g)].map(([, block = '']) => {
    const [request = '', answer = ''] = block.trim().split('\n\n');
    const [line = '', ...sent] = request.split('\n');
    const [status = '', ...lines] = answer.split('\n');
    return {
      path: line.replace(/^GET /, ''),
      isKeyed: sent.includes('Authorization: Bearer $KEY'),
      status: Number(status),
      headers: lines.slice(0, -1).map((header) => {
        const [name = '', value = ''] = header.split(': ');
        return [name, value] as const;
      }),
      body: JSON.parse(lines.at(-1) ?? ''),
    };
  });
}
