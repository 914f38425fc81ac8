import { type Client, openClient } from './client';

/** A load: each request takes the next of `paths` and of `keys`. */
export type Target = Readonly<{ port: number; paths: readonly string[]; keys: readonly string[] }>;
/** Responses a second, and their times in ms: median and 99th percentile. */
export type Figures = Readonly<{ rate: number; p50: number; p99: number }>;

const CONNECTIONS = 16;
/** Enough that a request seldom waits for a connection. */
const CONNECTIONS_OF_PACE = 64;

type Load = { target: Target; next: () => [path: string, key: string]; times: number[] };

/** The server's throughput with a few connections that always have a request. */
export async function loadFully(target: Target, seconds: number): Promise<Figures> {
  const load = beginLoad(target);
  const clients = Array.from({ length: CONNECTIONS }, () => openClient(target.port));
  const begun = performance.now();
  const end = begun + 1_000 * seconds;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) await askOnce(client, load, performance.now());
      client.close();
    }),
  );
  return summarise(load.times, performance.now() - begun);
}

/** A fixed rate whatever the server does; the time of a late request counts from when it was due. */
export async function loadAtRate(target: Target, rate: number, seconds: number): Promise<Figures> {
  const load = beginLoad(target);
  const free = Array.from({ length: CONNECTIONS_OF_PACE }, () => openClient(target.port));
  const all = [...free];
  const due: number[] = [];
  const running = new Set<Promise<void>>();
  const start = (client: Client, at: number) => {
    const run = askOnce(client, load, at).then(() => {
      running.delete(run);
      const late = due.shift();
      if (late === undefined) free.push(client);
      else start(client, late);
    });
    running.add(run);
  };
  const begun = performance.now();
  const total = Math.floor(rate * seconds);
  for (let sent = 0; sent < total; ) {
    const elapsed = performance.now() - begun;
    for (; sent < total && (1_000 * sent) / rate <= elapsed; sent += 1) {
      const at = begun + (1_000 * sent) / rate;
      const client = free.pop();
      if (client) start(client, at);
      else due.push(at);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  while (running.size > 0) await Promise.all(running);
  for (const client of all) client.close();
  return summarise(load.times, performance.now() - begun);
}

function beginLoad(target: Target): Load {
  let requests = 0;
  const next = (): [string, string] => {
    requests += 1;
    const { paths, keys } = target;
    return [paths[requests % paths.length] ?? '/', keys[requests % keys.length] ?? ''];
  };
  return { target, next, times: [] };
}

async function askOnce(client: Client, load: Load, begun: number): Promise<void> {
  const [path, key] = load.next();
  const status = await client.ask(path, key);
  if (status !== 200) throw new Error(`${path} was answered ${status}`);
  load.times.push(performance.now() - begun);
}

function summarise(times: readonly number[], elapsed: number): Figures {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { rate: (1_000 * sorted.length) / elapsed, p50: at(0.5), p99: at(0.99) };
}
