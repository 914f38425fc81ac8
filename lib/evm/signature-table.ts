import type { AbiEvent, AbiFunction } from 'viem';
import { parseAbiItem } from 'viem/utils';
import type { AbiError } from './abi';
import { ERROR_TABLE } from './interfaces/table-errors';
import { EVENT_TABLE } from './interfaces/table-events';
import { FUNCTION_TABLE } from './interfaces/table-functions';
import WORDS from './interfaces/table-words.json';

const KEY_LENGTH = 8;
/** Frequent words by the character that they are in the tables. */
const WORD_BY_SHORT: ReadonlyMap<string, string> = new Map(
  WORDS.map(([short = '', word = '']) => [short, word]),
);
const SHORT = /[^\w\s()[\],$]/g;

/** Functions of widely used contracts with a selector of 8 hex digits, the likeliest first. */
export function tableFunctions(selector: string): AbiFunction[] {
  return findLines(FUNCTION_TABLE, selector).flatMap((line) => {
    const item = parseAbiItem(`function ${expandWords(line)}`);
    return item.type === 'function' ? [item] : [];
  });
}

/** Whether one of them has this selector; parses nothing. */
export function hasTableFunction(selector: string): boolean {
  return findLines(FUNCTION_TABLE, selector).length > 0;
}

/** Whether the topic of an event starts with these 8 hex digits; parses nothing. */
export function hasTableEvent(start: string): boolean {
  return findLines(EVENT_TABLE, start).length > 0;
}

/** Whether an error has this selector; parses nothing. */
export function hasTableError(selector: string): boolean {
  return findLines(ERROR_TABLE, selector).length > 0;
}

/** Their events whose topic starts with these 8 hex digits; one per choice of indexed parameters. */
export function tableEvents(start: string): AbiEvent[] {
  return findLines(EVENT_TABLE, start).flatMap((line) => {
    const item = parseAbiItem(`event ${expandWords(line)}`);
    return item.type === 'event' ? [item] : [];
  });
}

/** Their errors with a selector of 8 hex digits. */
export function tableErrors(selector: string): AbiError[] {
  return findLines(ERROR_TABLE, selector).flatMap((line) => {
    const item = parseAbiItem(`error ${expandWords(line)}`);
    return item.type === 'error' ? [item] : [];
  });
}

/** A declaration as viem reads it, of a line of a table. */
export function expandWords(line: string): string {
  return line.replace(SHORT, (short) => WORD_BY_SHORT.get(short) ?? short);
}

/**
 * The declarations of the sorted lines that start with a key of 8 hex digits: a binary search, so that nothing is parsed at
 * the start. None for a shorter key: what a call returned may be shorter than a selector.
 */
export function findLines(table: string, key: string): string[] {
  if (key.length !== KEY_LENGTH) return [];
  let [low, high] = [0, table.length];
  while (low < high) {
    const start = table.lastIndexOf('\n', Math.floor((low + high) / 2) - 1) + 1;
    const at = Math.max(start, low);
    if (table.slice(at, at + KEY_LENGTH) < key) low = table.indexOf('\n', at) + 1;
    else high = at;
  }
  const lines: string[] = [];
  for (let at = low; table.startsWith(key, at); ) {
    const end = table.indexOf('\n', at);
    lines.push(table.slice(at + KEY_LENGTH + 1, end));
    at = end + 1;
  }
  return lines;
}
