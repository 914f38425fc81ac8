import { writeSentence } from '@/lib/format/api-sentences';
import { Sentence } from './sentence';

/** A sentence of the API: translated if it is one of a fixed set, else marked as English. Nothing without one. */
export function ApiSentence({ text }: { text: string | null | undefined }) {
  return text == null ? null : <Sentence {...writeSentence(text)} />;
}
