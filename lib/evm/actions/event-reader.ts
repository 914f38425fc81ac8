import { parseAbi, toEventSelector } from 'viem/utils';
import type { EvmLog } from '@/lib/evm/decode-transfers';
import { hexToBuffer } from '@/lib/evm/hex';
import { WORD } from '@/lib/evm/words';

/** A log as the event that it is: its words by the names of the parameters. */
export type ReadEvent = Readonly<{ name: string; words: ReadonlyMap<string, Buffer> }>;

/** Reads events whose parameters have one word each; `topics` are their first topics, in order. */
export function createEventReader(declarations: readonly string[]) {
  const events = parseAbi(declarations).flatMap((item) => {
    if (item.type !== 'event') return [];
    const nameOf = ({ name = '' }: { name?: string | undefined }) => name;
    return [
      {
        name: item.name,
        topic: hexToBuffer(toEventSelector(item)),
        indexed: item.inputs.filter(({ indexed }) => indexed).map(nameOf),
        plain: item.inputs.filter(({ indexed }) => !indexed).map(nameOf),
      },
    ];
  });
  const byTopic = new Map(events.map((event) => [event.topic.toString('latin1'), event]));
  return {
    topics: events.map(({ topic }): Buffer => topic),
    /** Undefined for another event, or a log of another shape. */
    read({ topics: [first, ...topics], data }: EvmLog): ReadEvent | undefined {
      const event = byTopic.get(first?.toString('latin1') ?? '');
      if (event?.indexed.length !== topics.length || data.length !== event.plain.length * WORD)
        return undefined;
      const wordAt = (index: number) => data.subarray(index * WORD, (index + 1) * WORD);
      return {
        name: event.name,
        words: new Map([
          ...topics.map((topic, index) => [event.indexed[index] ?? '', topic] as const),
          ...event.plain.map((name, index) => [name, wordAt(index)] as const),
        ]),
      };
    },
  };
}
