import type { AbiEvent } from 'viem';
import { bufferToHex, type Hex } from './hex';
import { disassemble, findMetadata } from './opcodes';
import { BUILT_IN, findEvents, type Signatures } from './signatures';

/** An event whose topic code pushes, and the name of one that has it. */
export type GuessedEvent = Readonly<{ topic: Hex; event: AbiEvent }>;

const MAX_CODE = 64 * 1024;
const MAX_TOPICS = 200;
const MAX_INDEXED = 3;
/** Constants have runs of bytes that no hash has. */
const RUN = /(00){4}|(ff){4}/;

/** The known events of which code pushes the topic, with their indexed parameters as far as the source tells. */
export function guessEvents(code: Buffer, sources: readonly Signatures[]): GuessedEvent[] {
  const topics = new Map<Hex, Buffer>();
  for (const { data } of disassemble(code.subarray(0, Math.min(MAX_CODE, findMetadata(code))))) {
    if (data?.length !== 32 || topics.size >= MAX_TOPICS) continue;
    const topic = bufferToHex(data);
    if (!RUN.test(topic)) topics.set(topic, data);
  }
  return [...topics].flatMap(([topic, data]) => {
    const found = [BUILT_IN, ...sources].map((source) => findEvent(data, source));
    const event = found.find((one) => one !== undefined);
    return event ? [{ topic, event }] : [];
  });
}

function findEvent(topic: Buffer, source: Signatures): AbiEvent | undefined {
  const shapes = Array.from({ length: MAX_INDEXED + 1 }, (_, count) => [topic, ...Array(count).fill(topic)]);
  return shapes.flatMap((topics) => findEvents(topics, source))[0];
}
