import { EventEmitter } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { AppError } from '@/lib/errors';
import { packError, unpackError } from './thread-errors';

/** What one side of a port does for the other: each takes one value that can be cloned, and gives one. */
type Served = Readonly<Record<string, (given: never) => unknown>>;

/** A value whose buffers go over to the other thread instead of being copied. */
export class Moved<Value> {
  readonly value: Value;
  readonly buffers: readonly ArrayBuffer[];

  constructor(value: Value, buffers: readonly ArrayBuffer[]) {
    this.value = value;
    this.buffers = buffers;
  }
}

/** The other thread is gone, and what it worked on with it. */
export class ThreadEndedError extends AppError {
  constructor() {
    super('internal', 'A thread that prepared blocks ended before it was done.', { retryable: true });
  }
}

type Unmoved<Value> = Value extends Moved<infer Inner> ? Inner : Value;

/** Asks the other side; `buffers` go over to it. Rejects with what it threw, of the same class, or ThreadEndedError. */
export type Call<Theirs> = <Name extends keyof Theirs & string>(
  name: Name,
  given: Theirs[Name] extends (given: infer Given) => unknown ? Given : never,
  buffers?: readonly ArrayBuffer[],
) => Promise<Theirs[Name] extends (given: never) => infer Result ? Unmoved<Awaited<Result>> : never>;

/** Calls in both directions over a port: `ours` are done here, those of the other side are called. */
export function openCalls<Theirs>(port: MessagePort, ours: Served): Call<Theirs> {
  const answers = new EventEmitter();
  let isOpen = true;
  let calls = 0;
  port.on('message', ({ id, name, given, ...answer }) => {
    if (name === undefined)
      answers.emit(id, { result: answer.result, failure: answer.error && unpackError(answer.error) });
    else void serve(port, { id, work: () => Reflect.apply(ours[name] ?? missing, undefined, [given]) });
  });
  port.on('close', () => {
    isOpen = false;
    for (const id of answers.eventNames()) answers.emit(id, { failure: new ThreadEndedError() });
  });
  return (name, given, buffers = []) =>
    new Promise((resolve, reject) => {
      if (!isOpen) throw new ThreadEndedError();
      const id = String(calls++);
      answers.once(id, ({ result, failure }) => (failure ? reject(failure) : resolve(result)));
      port.postMessage({ id, name, given }, [...buffers]);
    });
}

async function serve(
  port: MessagePort,
  { id, work }: Readonly<{ id: string; work: () => unknown }>,
): Promise<void> {
  try {
    const result = await work();
    if (result instanceof Moved) port.postMessage({ id, result: result.value }, [...result.buffers]);
    else port.postMessage({ id, result });
  } catch (error) {
    port.postMessage({ id, error: packError(error) });
  }
}

function missing(): never {
  throw new TypeError('unknown request from the worker thread');
}
