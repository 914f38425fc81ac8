import { z } from 'zod';
import { MODULE_LIMITS } from '@/lib/endpoints/module';
import {
  type Action,
  addressField,
  defineAction,
  hashField,
  heightField,
  listed,
  pageFields,
  refuse,
  TOO_FAR,
  TOO_LARGE,
  windowOf,
} from './action';
import { presentModuleLog } from './present';
import { hasTooManyLogs, listRangeLogs, MAX_SCANNED_LOGS, type TopicFilter } from './range-log-query';

const TOPIC_POSITIONS = [0, 1, 2, 3] as const;
const topic = hashField.optional();
const operator = z.enum(['and', 'or'], { error: 'and or or' }).optional();
const parameters = z.object({
  address: addressField,
  fromBlock: heightField.default(0),
  toBlock: heightField.default(Number.MAX_SAFE_INTEGER),
  topic0: topic,
  topic1: topic,
  topic2: topic,
  topic3: topic,
  topic0_1_opr: operator,
  topic0_2_opr: operator,
  topic0_3_opr: operator,
  topic1_2_opr: operator,
  topic1_3_opr: operator,
  topic2_3_opr: operator,
  ...pageFields,
});
const OPERATORS = [
  ['topic0_1_opr', 0, 1],
  ['topic0_2_opr', 0, 2],
  ['topic0_3_opr', 0, 3],
  ['topic1_2_opr', 1, 2],
  ['topic1_3_opr', 1, 3],
  ['topic2_3_opr', 2, 3],
] as const;

const TOO_MANY = refuse(
  `More than ${MAX_SCANNED_LOGS} logs of the address are in these blocks: use a smaller range`,
);
const MIXED = refuse('Combine topics all by and, or all by or');

/** Action getLogs. */
export const getLogs = defineAction(parameters, async ({ db }, query) => {
  const window = windowOf(query, MODULE_LIMITS.logs);
  if (!window) return TOO_FAR;
  const filter = readTopics(query);
  if (!filter) return MIXED;
  const { address, fromBlock: from, toBlock: to } = query;
  if (filter.topics.size > 0 && (await hasTooManyLogs(db, address, { from, to }))) return TOO_MANY;
  const page = { ...window, from, to, isOldestFirst: true };
  const rows = await listRangeLogs(db, { ...filter, address }, page);
  if (rows.some(({ data }) => data === null)) return TOO_LARGE;
  return listed(rows.map(presentModuleLog), 'No records found');
});

/** The topics and how they are combined; undefined when that differs between pairs. */
function readTopics(query: z.output<typeof parameters>): TopicFilter | undefined {
  const topics = new Map(
    TOPIC_POSITIONS.flatMap((at) => {
      const value = query[`topic${at}`];
      return value === undefined ? [] : [[at, value] as const];
    }),
  );
  const pairs = OPERATORS.filter(([, one, other]) => topics.has(one) && topics.has(other));
  const words = new Set(pairs.map(([name]) => query[name] ?? 'and'));
  return words.size > 1 ? undefined : { topics, isAny: words.has('or') };
}

/** Actions of the module logs. */
export const LOGS_ACTIONS: Readonly<Record<string, Action>> = { getLogs };
