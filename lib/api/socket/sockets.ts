import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ChainRow } from '@/lib/api/config/chain-query';
import { SOCKET_LIMITS } from '@/lib/endpoints/socket';
import type { Logger } from '@/lib/log';
import type { ServedChains } from '../served-chains';
import type { Services } from '../services';
import { createFeed } from './feed';
import { createHub, type Hub, isOfChain, type Listener, type Subscription } from './hub';
import { type ClientMessage, readMessage, subjectOf, writeReply } from './protocol';

/** An upgrade that the gate has admitted. */
type Upgrade = Readonly<{ request: IncomingMessage; socket: Duplex; head: Buffer; client: string }>;
/** The websockets of an api: Phoenix's channels, as Blockscout's frontends speak them. */
export type Sockets = Readonly<{
  /** Whether a client address may open another. */
  hasRoom(client: string): boolean;
  accept(upgrade: Upgrade, chain: ChainRow): void;
  /** How many are open. */
  count(): number;
  stop(): void;
}>;

const EVERY_MS = 1_000;
const WINDOW_MS = 10_000;
/** RFC 6455: the policy of the server is violated; try again later. */
const CLOSE = { policy: 1008, restart: 1012 } as const;

/** Creates the websockets. Each chain is polled once for all listeners, and not at all without any. */
export function createSockets(options: {
  chains: ServedChains;
  services: Services;
  log: Logger;
  everyMs?: number;
}): Sockets {
  const { chains, services, log, everyMs = EVERY_MS } = options;
  const server = new WebSocketServer({ noServer: true, maxPayload: SOCKET_LIMITS.messageBytes });
  const hubs = new Map<number, Hub>();
  const perClient = new Map<string, number>();
  const shareOf = createShares();
  const hubOf = (chain: ChainRow) => {
    const open = () =>
      createFeed({ open: () => chains.open(chain), chain, listChains: chains.list, services });
    const hub = hubs.get(chain.chain_id) ?? createHub({ open, everyMs, log });
    hubs.set(chain.chain_id, hub);
    return hub;
  };
  return {
    hasRoom: (client) =>
      server.clients.size < SOCKET_LIMITS.connections &&
      (perClient.get(client) ?? 0) < SOCKET_LIMITS.perAddress,
    accept: ({ request, socket, head, client }, chain) =>
      server.handleUpgrade(request, socket, head, (connection) => {
        count(perClient, client, 1);
        connection.once('close', () => count(perClient, client, -1));
        serve(connection, shareOf(hubOf(chain), client));
      }),
    count: () => server.clients.size,
    stop: () => {
      for (const hub of hubs.values()) hub.stop();
      for (const connection of server.clients) {
        connection.close(CLOSE.restart);
        connection.terminate();
      }
      server.close();
    },
  };
}

function count(counts: Map<string, number>, client: string, change: number): void {
  const open = (counts.get(client) ?? 0) + change;
  if (open > 0) counts.set(client, open);
  else counts.delete(client);
}

/** The hub of a chain for one client address, which may not take all watched subjects for itself. */
function createShares(): (hub: Hub, client: string) => Pick<Hub, 'join'> {
  const watchedBy = new Map<string, number>();
  return (hub, client) => ({
    join: (subject, topic, listener) => {
      if (isOfChain(subject)) return hub.join(subject, topic, listener);
      if ((watchedBy.get(client) ?? 0) >= SOCKET_LIMITS.watchedPerAddress) return undefined;
      const joined = hub.join(subject, topic, listener);
      if (joined === undefined) return undefined;
      count(watchedBy, client, 1);
      const leave = () => {
        count(watchedBy, client, -1);
        joined.leave();
      };
      return { begun: joined.begun, leave };
    },
  });
}

/** Serves a connection until it closes, violates the protocol or idles too long. */
function serve(connection: WebSocket, hub: Pick<Hub, 'join'>): void {
  const joined = new Map<string, Subscription>();
  let messages = 0;
  const listener: Listener = {
    send: (text) => {
      if (connection.readyState !== connection.OPEN) return;
      if (connection.bufferedAmount > SOCKET_LIMITS.unsent) connection.terminate();
      else connection.send(text);
    },
  };
  const idle = setTimeout(() => connection.terminate(), SOCKET_LIMITS.silentMs);
  const window = setInterval(() => {
    messages = 0;
  }, WINDOW_MS);
  connection.on('message', (data, isBinary) => {
    idle.refresh();
    messages += 1;
    const message = isBinary ? undefined : readMessage(String(data));
    if (message === undefined || messages > SOCKET_LIMITS.messages) connection.close(CLOSE.policy);
    else void answer(message, { joined, hub, listener }).then((text) => listener.send(text));
  });
  // Oversized or malformed frames: the library closes the connection.
  connection.on('error', () => undefined);
  connection.once('close', () => {
    clearTimeout(idle);
    clearInterval(window);
    for (const channel of joined.values()) channel.leave();
  });
}

async function answer(
  message: ClientMessage,
  {
    joined,
    hub,
    listener,
  }: { joined: Map<string, Subscription>; hub: Pick<Hub, 'join'>; listener: Listener },
): Promise<string> {
  const { topic, event } = message;
  const refuse = (reason: string) => writeReply(message, 'error', { reason });
  if (topic === 'phoenix' && event === 'heartbeat') return writeReply(message, 'ok');
  if (event === 'phx_leave') {
    joined.get(topic)?.leave();
    joined.delete(topic);
    return writeReply(message, 'ok');
  }
  const subject = subjectOf(topic);
  if (subject === undefined || event !== 'phx_join') return refuse('unmatched topic');
  const known = joined.get(topic);
  if (!known && joined.size >= SOCKET_LIMITS.joins) return refuse('too many topics');
  const channel = known ?? hub.join(subject, topic, listener);
  if (!channel) return refuse('too many topics');
  joined.set(topic, channel);
  await channel.begun;
  return writeReply(message, 'ok');
}
