import type { AnswerSource } from '@/lib/endpoints/answer-source';

/** Presents the endpoints that told something no block proves; null when they are not known. */
export function presentSource(hosts: readonly string[] | null, block: number | null): AnswerSource | null {
  return hosts === null ? null : { endpoints: [...hosts], block_number: block };
}
