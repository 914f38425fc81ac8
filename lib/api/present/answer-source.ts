import type { AnswerSource } from '@/lib/endpoints/answer-source';

/** Presents the endpoints that told something no block proves; null when they are not known. */
export function presentSource(
  endpoints: readonly string[] | null,
  block: number | null,
): AnswerSource | null {
  return endpoints === null ? null : { endpoints: [...endpoints], block_number: block };
}
