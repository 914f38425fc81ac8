import { type AbiEvent, decodeAbiParameters, encodeAbiParameters } from 'viem';
import { type DecodedLog, decodeLog } from './abi';
import { listCallNotes } from './call-note';
import { bufferToHex } from './hex';
import { countOddValues } from './odd-values';
import { eventKey, findEvents, onlyGuesses, type Signatures } from './signatures';

type LogData = Readonly<{ topics: readonly Buffer[]; data: Buffer }>;

/** Bounds the re-encoding cost; lists decode many logs. */
const MAX_DATA = 16 * 1024;
/** Signatures do not say which parameters are indexed: all choices among this many are tried. */
const MAX_PARAMETERS = 12;

/**
 * Decodes a log with a declared event of the `sources` that are guesses, else with a learned one: nothing unless its data
 * re-encode exactly. A topic does not say which parameters are indexed: if two declarations fit, the values are
 * ambiguous, and neither is used. Of anonymous events only those that log a call are decoded.
 */
export function guessLog(log: LogData, sources: readonly Signatures[]): DecodedLog | undefined {
  const [topic] = log.topics;
  if (topic === undefined || log.data.length > MAX_DATA) return undefined;
  const guesses = onlyGuesses(sources);
  const declared = decodeAll(log, [
    ...guesses.filter(isDeclared).flatMap((source) => findEvents(log.topics, source)),
    ...listCallNotes(log),
  ]);
  if (declared.length > 0) return declared.length === 1 ? declared[0] : undefined;
  for (const source of guesses.filter((one) => !isDeclared(one))) {
    const events = source.events.get(eventKey(bufferToHex(topic), 0)) ?? [];
    const fitting = decodeAll(
      log,
      events.flatMap((event) => chooseIndexed(event, log.topics.length - 1)),
    );
    const plausible = fitting.filter(({ parameters }) => countOddValues(parameters) === 0);
    if (plausible.length === 1) return plausible[0];
  }
  return undefined;
}

const isDeclared = ({ guess }: Signatures) => guess === 'declared';

/** The decodings of a log by each of some events that re-encodes to its data. */
function decodeAll(log: LogData, events: readonly AbiEvent[]): DecodedLog[] {
  const data = bufferToHex(log.data);
  return events.flatMap((event) => {
    const decoded = decodeLog(log, event);
    if (!decoded) return [];
    const inputs = event.inputs.filter(({ indexed }) => !indexed);
    try {
      const isExact =
        inputs.length === 0
          ? data === '0x'
          : encodeAbiParameters(inputs, decodeAbiParameters(inputs, data)) === data;
      return isExact ? [decoded] : [];
    } catch {
      return [];
    }
  });
}

/** An event with each choice of `count` indexed parameters. */
function chooseIndexed(event: AbiEvent, count: number): AbiEvent[] {
  const { inputs } = event;
  if (inputs.length > MAX_PARAMETERS || count > inputs.length) return [];
  const choices: number[][] = [];
  const choose = (chosen: readonly number[], from: number) => {
    if (chosen.length === count) choices.push([...chosen]);
    else for (let at = from; at < inputs.length; at += 1) choose([...chosen, at], at + 1);
  };
  choose([], 0);
  return choices.map((chosen) => ({
    ...event,
    inputs: inputs.map((input, at) => ({ ...input, indexed: chosen.includes(at) })),
  }));
}
