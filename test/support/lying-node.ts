import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { isFields } from '@/lib/rpc/read-fields';
import { RpcError } from '@/lib/rpc/rpc-error';

type Asked = Readonly<{ method: string; params: readonly unknown[] }>;

/** One way to answer wrongly. Only answers that one of its functions changes count as lies. */
export type Lie = Readonly<{
  name: string;
  /** How often it must be told to be one. */
  times?: number;
  /** The methods that it is about; all when absent. */
  methods?: readonly string[];
  /** Another result; undefined leaves this one. */
  result?: (result: unknown, asked: Asked) => unknown;
  /** An error object instead of the result. */
  error?: unknown;
  /** The members of a batch in another order, with the ids where they were. */
  batch?: (results: readonly unknown[]) => unknown[];
  /** Another HTTP response to a request with such a method; takes the whole response over. */
  http?: (response: ServerResponse) => void;
}>;

/** Answers one request, or throws. */
export type Answer = (method: string, params: readonly unknown[]) => Promise<unknown>;

export type LyingNode = Readonly<{
  url: string;
  /** Tells this lie from now on, `times` times, and then the truth. */
  tell(lie: Lie, times: number): void;
  /** How many times the current lie was told. */
  told(): number;
  stop(): Promise<void>;
}>;

type Told = { lie: Lie | undefined; left: number; told: number };
type Member = Asked & Readonly<{ id: unknown }>;

/** A JSON-RPC node that answers as `answer` does, and lies when told to. Its errors become error responses. */
export async function startLyingNode(answer: Answer): Promise<LyingNode> {
  const state: Told = { lie: undefined, left: 0, told: 0 };
  const server = createServer(async (request, response) => {
    const body: unknown = JSON.parse(await text(request));
    const members = (Array.isArray(body) ? body : [body]).map(readMember);
    if (members.some((member) => isAbout(state.lie, member)) && state.lie?.http && spend(state))
      return state.lie.http(response);
    const answers = await Promise.all(members.map((member) => answerMember(member, { answer, state })));
    const said = Array.isArray(body) ? confuse(answers, state) : answers[0];
    response.setHeader('content-type', 'application/json').end(JSON.stringify(said));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the lying node has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    tell: (lie, times) => Object.assign(state, { lie, left: times, told: 0 }),
    told: () => state.told,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers as the node at `url` does. */
export function relayTo(url: string): Answer {
  return async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body });
    const said: unknown = await response.json();
    if (!isFields(said)) throw new Error('the node behind the lying one answered no object');
    if (said.error) throw said.error;
    return said.result;
  };
}

function readMember(member: unknown): Member {
  if (!isFields(member)) throw new Error('the request is no object');
  return {
    id: member.id,
    method: String(member.method),
    params: Array.isArray(member.params) ? member.params : [],
  };
}

function isAbout(lie: Lie | undefined, { method }: Asked): boolean {
  return lie !== undefined && (lie.methods?.includes(method) ?? true);
}

function spend(state: Told): boolean {
  if (state.left === 0) return false;
  state.left -= 1;
  state.told += 1;
  return true;
}

type Source = Readonly<{ answer: Answer; state: Told }>;

async function answerMember({ id, ...asked }: Member, { answer, state }: Source): Promise<object> {
  const { lie } = state;
  try {
    const result = await answer(asked.method, asked.params);
    if (isAbout(lie, asked)) {
      if (lie?.error !== undefined && spend(state)) return { jsonrpc: '2.0', id, error: lie.error };
      const other = state.left > 0 ? lie?.result?.(structuredClone(result), asked) : undefined;
      if (other !== undefined && spend(state)) return { jsonrpc: '2.0', id, result: other };
    }
    return { jsonrpc: '2.0', id, result };
  } catch (error) {
    return { jsonrpc: '2.0', id, error: toErrorObject(error) };
  }
}

/** As a node would tell it: the fields of an RpcError are ours. */
function toErrorObject(error: unknown): object {
  if (error instanceof RpcError) return { code: error.rpcCode, message: error.text, data: error.data };
  return isFields(error) ? error : { code: -32603, message: String(error) };
}

function confuse(answers: readonly object[], state: Told): readonly object[] {
  const { lie } = state;
  if (!lie?.batch || answers.length < 2) return answers;
  const results = answers.map((one) => ('result' in one ? one.result : null));
  const others = lie.batch(results);
  const isOther = others.some((result, at) => JSON.stringify(result) !== JSON.stringify(results[at]));
  if (!isOther || !spend(state)) return answers;
  return answers.map((one, at) => ({ ...one, result: others[at] }));
}
