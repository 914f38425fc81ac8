import { getHeapStatistics } from 'node:v8';

/** A stream that reports when it closes. */
type Closable = Readonly<{
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
  destroyed?: boolean;
}>;
/** A response, and the connection of its request: a pipelined response may never emit `close`. */
type Response = Closable & Readonly<{ req?: Readonly<{ socket?: Closable | null }> }>;

/** Memory of large responses that their clients have not read yet. */
export type ResponseMemory = Readonly<{
  add(response: Response | undefined, bytes: number): void;
  /** Whether new requests should be refused. */
  isFull(): boolean;
}>;

/** Smaller responses are bounded by the number of connections. */
const LARGE_BYTES = 64 * 1024;
const HEAP_SHARE = 1 / 4;

/** Counts the bytes of large responses; `maxBytes` defaults to a quarter of the heap. */
export function createResponseMemory(
  maxBytes = getHeapStatistics().heap_size_limit * HEAP_SHARE,
): ResponseMemory {
  let held = 0;
  return {
    add: (response, bytes) => {
      if (response === undefined || bytes < LARGE_BYTES) return;
      const parts = [response, response.req?.socket].flatMap((part) => part ?? []);
      // the client may have disconnected while the response was prepared
      if (parts.some(({ destroyed }) => destroyed)) return;
      held += bytes;
      const release = () => {
        for (const part of parts) part.off('close', release);
        held -= bytes;
      };
      for (const part of parts) part.once('close', release);
    },
    isFull: () => held > maxBytes,
  };
}
