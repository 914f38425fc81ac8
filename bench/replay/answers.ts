import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** Answers as JSON, by `keyOf`. */
export type Answers = ReadonlyMap<string, string>;

/** What decides an answer: the method and its first parameter. */
export function keyOf(method: string, params: readonly unknown[]): string {
  const [subject] = params;
  return typeof subject === 'string' ? `${method} ${subject.toLowerCase()}` : method;
}

export async function readAnswers(file: string): Promise<Answers> {
  const answers = new Map<string, string>();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const at = line.indexOf('\t');
    answers.set(line.slice(0, at), line.slice(at + 1));
  }
  return answers;
}
