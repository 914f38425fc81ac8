import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '@/lib/db/open-database';
import { drawsOf } from '../synthetic/draws';
import { serveHttp } from './http-server';
import { compareTables, indexFresh, type Tables } from './indexer-harness';
import { startReplay } from './recordings';

const BLOCKS = 'realdata/blocks/1';
const STALL_MS = 100;
const LEAST_FAULTS = 8;

/** In turn; the last one is a stall before the answer. */
const FAULTS: readonly ((response: ServerResponse) => void)[] = [
  (response) => response.writeHead(429).end('Too Many Requests'),
  (response) => response.writeHead(500).end('upstream error'),
  (response) => response.end('{"jsonrpc":"2.0","id":1,"resul'),
];

/**
 * How an index of recorded blocks from a node that fails one call in five differs from that of one that fails none. The
 * failures are a limit of the rate, a server error, half an answer and a stall, in turn.
 */
export async function compareFaulty(sql: Sql, range: { first: number; last: number }): Promise<Tables> {
  const node = await startReplay(BLOCKS, ['--from', String(range.first), '--to', String(range.last)]);
  try {
    const indexFrom = (url: string) => indexFresh(sql, url, { firstBlock: range.first });
    const faulty = await serveFaulty(node.url);
    const tables = await indexFrom(faulty.url);
    if (faulty.count() < LEAST_FAULTS) throw new Error(`only ${faulty.count()} calls failed`);
    return compareTables(tables, await indexFrom(node.url));
  } finally {
    await node.stop();
  }
}

/** Passes calls on to a node, but one in five. No failure names a time to wait: client.test.ts has those. */
async function serveFaulty(node: string): Promise<{ url: string; count(): number }> {
  const draws = drawsOf(5, 1);
  let count = 0;
  const url = await serveHttp(async (request, response) => {
    const body = await text(request);
    if (draws.below(5) === 0) {
      const fail = FAULTS[count++ % (FAULTS.length + 1)];
      if (fail) return fail(response);
      await delay(STALL_MS);
    }
    const answer = await fetch(node, { method: 'POST', body });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  return { url, count: () => count };
}
