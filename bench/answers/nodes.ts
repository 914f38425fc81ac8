import { existsSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { startTestChain } from '@/demo/test-chain';
import { startReplayTool } from './replay';

/** A chain of a world: its first and last block, and its node. */
export type NodeChain = Readonly<{ id: number; startBlock: number; endBlock: number; url: string }>;

/** Chains whose blocks are the same every time. `isQuiet` tells whether their nodes get no new requests. */
export type World = Readonly<{ chains: readonly NodeChain[]; isQuiet(): boolean; stop(): Promise<void> }>;

/** An idle indexer repeats two requests a second: after this many repetitions it has nothing left to fetch. */
const QUIET_REQUESTS = 30;

export async function startDemoWorld(): Promise<World> {
  const chain = await startTestChain();
  const endBlock = chain.history.tip.number;
  const front = await startFront(chain.rpcUrl, (answer) => answer);
  return {
    chains: [{ id: 31337, startBlock: 0, endBlock, url: front.url }],
    isQuiet: front.isQuiet,
    stop: async () => {
      await front.stop();
      await chain.stop();
    },
  };
}

/** The recorded blocks and transactions of Ethereum, OP Mainnet and Base, in the folder `shared`. */
export async function startRecordedWorld(shared: string): Promise<World> {
  const blocks = join(shared, 'realdata/blocks/1');
  if (!existsSync(blocks)) throw new Error(`no recorded blocks in ${shared}`);
  const isConsecutive = (file: string) => file.startsWith('176861');
  const single = readdirSync(blocks).filter((file) => !isConsecutive(file));
  const [first, last] = [17686110, 17686125];
  const sources = [
    { id: 1, data: [blocks], options: ['--from', `${first}`, '--to', `${last}`], startBlock: first },
    ...[10, 8453].map((id) => ({
      id,
      data: [join(shared, `realdata/pairs/${id}`)],
      options: ['--splice'],
      startBlock: 0,
    })),
    { id: 424242, data: single.map((file) => join(blocks, file)), options: ['--splice'], startBlock: 0 },
  ];
  const started = await Promise.all(
    sources.map(async ({ id, data, options, startBlock }) => {
      const replay = await startReplayTool(shared, data, ['--chain-id', `${id}`, ...options]);
      const front = await startFront(replay.url, id === 10 || id === 8453 ? renumber : (answer) => answer);
      return { chain: { id, startBlock, endBlock: replay.last, url: front.url }, front, replay };
    }),
  );
  return {
    chains: started.map(({ chain }) => chain),
    isQuiet: () => started.every(({ front }) => front.isQuiet()),
    stop: async () => {
      await Promise.all(started.map(({ front }) => front.stop()));
      await Promise.all(started.map(({ replay }) => replay.stop()));
    },
  };
}

/** The only recorded transaction of a block becomes its first, as the others were not recorded. */
function renumber(answer: string): string {
  return answer.replace(/"transactionIndex":"0x[0-9a-f]+"/g, '"transactionIndex":"0x0"');
}

/** Forwards requests to a node, and counts those since the last new one. */
async function startFront(node: string, change: (answer: string) => string) {
  let repeated = 0;
  const seen = new Set<string>();
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const content = body.replace(/"id":\d+/g, '');
    repeated = seen.has(content) ? repeated + 1 : 0;
    seen.add(content);
    const answer = await fetch(node, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(change(await answer.text()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the socket has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    isQuiet: () => repeated > QUIET_REQUESTS,
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
