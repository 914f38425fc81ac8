import type { SpanStart } from '@/lib/tracing';
import type { Range } from './plan';

/** The span of one stage of a batch; the stages of a batch have the same range. */
export function spanOf(name: string, { chainId }: { chainId: number }, { from, to }: Range): SpanStart {
  return {
    name,
    attributes: { 'astrolabe.chain': chainId, 'astrolabe.from': from, 'astrolabe.to': to },
  };
}
