import type { FailedCheck } from '@/lib/proof/prove-block';
import type { RequestOptions } from '@/lib/rpc/failover';
import type { Outcome } from '@/lib/rpc/read-response';
import type { EncodedTable } from './encode-batch';
import type { Tracing } from './fetch-block';
import type { Range } from './plan';
import type { Comparison, JudgedBlock } from './prover';
import type { Moved } from './thread-calls';
import type { SentError } from './thread-errors';

/**
 * A range to be prepared; `hosts` are those of the client, `endpoints` those of each of its endpoints; `isChecking` is that
 * of the prover, if there is one.
 */
export type RangeJob = Readonly<{
  range: Range;
  chainId: number;
  executors: readonly Uint8Array[] | undefined;
  tracing: Tracing;
  hosts: readonly string[];
  endpoints: readonly (readonly string[])[];
  isChecking: boolean | undefined;
}>;

/** A prepared range: `facts` are its batch without the text for COPY, serialized. */
export type SentRange = Readonly<{ facts: Uint8Array; copies: readonly EncodedTable[]; weight: number }>;

/** The place of an endpoint, null for the whole client. */
type AskedRequest = Readonly<{
  id: number;
  endpoint: number | null;
  method: string;
  params: readonly unknown[];
  how: Pick<RequestOptions, 'isAlone' | 'isOnce'>;
}>;

/** `host` answered, perhaps with an error. `isKept`: the result stayed with the thread that read it. */
type GivenAnswer = Readonly<{
  host?: string | undefined;
  result?: unknown;
  error?: SentError;
  isKept: boolean;
  isDropped: boolean;
}>;

/** What the thread that prepares a range does for the main thread. */
export type ThreadCalls = {
  prepare(job: RangeJob): Promise<Moved<SentRange>>;
  /** Reads the body of the answer to a request, and keeps its result. */
  read(answer: Readonly<{ id: number; body: ArrayBuffer; maxDepth: number }>): Promise<Outcome>;
  /** Compares a block that is being judged. */
  compare(id: number): Promise<Comparison>;
};

/** What the main thread does for it: it knows the endpoints, and what was decided about the chain. */
export type MainCalls = {
  request(asked: AskedRequest): Promise<GivenAnswer>;
  bench(given: Readonly<{ host: string; reason: string }>): void;
  judge(
    given: Readonly<{
      block: JudgedBlock;
      answeredBy: readonly string[];
      comparison: number | undefined;
      failures: readonly FailedCheck[];
    }>,
  ): Promise<boolean>;
  /** No access lists are requested before that time. */
  pauseLists(until: number): void;
};
