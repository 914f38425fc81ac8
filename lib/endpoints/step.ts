import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint, HEAVY_REQUESTS, pageNote } from './endpoint';
import { count } from './formats';
import { enumParam, expected, integerParam } from './params';

const MAX_STEP = 100_000_000;
/** Steps of an answer at most. */
export const MAX_LISTED_STEPS = 200;
/** Characters of a path in a query at most. */
export const MAX_SOURCE_PATH = 500;

const optionalCount = count.nullable();
const word = z.string().meta({ description: 'A word of 32 bytes, as hex without leading zeros.' });
const bytes = (what: string) => z.string().meta({ description: `${what}, cut to 2,048 bytes.` });
const target = optionalCount.meta({ description: 'Null if there is none.' });
const targets = z.object({ call: target, storage_write: target, log: target, revert: target });

const step = z
  .object({
    index: count,
    pc: count.meta({ description: 'Program counter.' }),
    opcode: z.string(),
    gas: optionalCount.meta({ description: 'Left before the instruction.' }),
    cost: optionalCount.meta({
      description: 'Gas that is gone at the next instruction of the call; null at its last one.',
    }),
    depth: count.meta({ description: '0 in the outermost call.' }),
    call: optionalCount.meta({ description: 'Index of the call, as in `calls`.' }),
    stack: z.array(word).meta({ description: 'At most four words, the top first.' }),
    storage_write: z.object({ slot: word, value: word }).nullable(),
  })
  .meta({ id: 'Step' });
/** An instruction that a transaction executed. */
export type Step = z.output<typeof step>;

const openCall = z.object({
  index: optionalCount.meta({
    description: 'In execution order, without calls of precompiled contracts; null for one of those.',
  }),
  type: z.string().meta({ examples: ['DELEGATECALL'] }),
  address: address
    .nullable()
    .meta({ description: 'Null of a creation that failed, where the node does not tell.' }),
  first_step: count,
  last_step: count.meta({ description: 'Within it, or within calls inside it.' }),
});

const state = z.object({
  account: address.nullable().meta({ description: 'Whose storage is used; null as in `calls`.' }),
  stack: z.array(word).meta({ description: 'At most 64 words, the top first.' }),
  stack_size: count,
  memory: bytes('From `memory_from`'),
  memory_from: count,
  memory_size: count,
  input: bytes('Call data, empty for most creations'),
  input_size: count,
  return_data: bytes('What the last call inside returned'),
  return_data_size: count,
  storage: z
    .array(
      z.object({
        step: count,
        slot: word,
        value: word.nullable().meta({ description: 'Null if a read failed.' }),
        is_write: z.boolean(),
      }),
    )
    .meta({
      description:
        'What was read and written before in the storage of the account, without what was undone: the last 100 accesses.',
    }),
  calls: z.array(openCall).meta({ description: 'The outermost first; of many, the 64 innermost.' }),
});
/** What an instruction finds. */
export type StepState = z.output<typeof state>;

const source = z.object({
  address,
  path: z.string(),
  function: z.string().nullable(),
  line: count.meta({ description: 'From 1.' }),
  column: count.meta({ description: 'From 1, in characters.' }),
  text: z.string().meta({ description: 'The expression, cut to 500 characters.' }),
  is_exact: z.boolean().default(true).meta({
    description:
      'False for an instruction that the compiler generated: the last line before it in the call, else the definition that it is of.',
  }),
  arguments: z
    .array(
      z.object({
        name: z.string(),
        type: z.string().meta({ examples: ['uint256', 'string memory'] }),
        value: z.string().meta({
          description:
            'From the call data, or else from the stack, where references are by their place. Lists as JSON; cut to 500 characters.',
        }),
      }),
    )
    .nullable()
    .default(null)
    .meta({ description: 'Of the function; null where they are not known.' }),
  arguments_meta: pageNote(['unavailable'], 'Why the arguments are not known.'),
  excerpt: z.object({
    first_line: count,
    lines: z.array(z.string()).meta({ description: 'Around the line, cut to 300 characters.' }),
  }),
});

const stepPage = z
  .object({
    step: count.meta({ description: 'The step that `state`, `source`, `next` and `previous` belong to.' }),
    steps_count: optionalCount.meta({ description: 'Of the transaction; null if not known.' }),
    steps: z.array(step).meta({ description: 'Around `step`; a quarter of them before it.' }),
    state: state.nullable(),
    source: source.nullable(),
    next: targets.extend({
      over: target.meta({ description: 'The next step that is not in a call inside.' }),
      out: target.meta({ description: 'The next step after the call.' }),
    }),
    previous: targets,
    failure: optionalCount.meta({
      description: 'Where the call failed that made the transaction fail; null if it succeeded.',
    }),
    meta: pageNote(['unavailable', 'partial'], 'Why there are no steps, or not the one asked for.'),
    source_meta: pageNote(['unavailable'], 'Why the source is not known.'),
  })
  .meta({ id: 'StepPage' });
/** Steps of a transaction. */
export type StepPage = z.output<typeof stepPage>;

/** Lines of sources in a query. */
export const STOPS = /^[^|]{1,200}:\d{1,7}(\|[^|]{1,200}:\d{1,7}){0,9}$/;
const stopsParam = z
  .string()
  .regex(STOPS, expected(STOPS))
  .transform((text) => text.split('|'))
  .meta({ description: 'Breakpoints, each a path, `:` and a line, separated by `|`; at most ten.' });

const index = (maximum: number) => integerParam({ minimum: 0, maximum }).optional();

/** Steps of a transaction around one. */
export const listSteps = defineEndpoint({
  id: 'listSteps',
  path: '/transactions/{transaction_hash_param}/steps',
  query: z.strictObject({
    step: index(MAX_STEP).meta({ description: 'Default: 0.' }),
    call: index(MAX_STEP).meta({
      description: 'In place of `step`: the first of a call, by its index in the call tree.',
    }),
    to: enumParam(['failure', 'next_line', 'stop']).optional().meta({
      description:
        '`failure`: where the transaction failed first. `next_line`: the first after `step` on another line, not in calls inside. `stop`: the first after `step`, or of all without, that comes to a line of `stops`, in any contract that is called.',
    }),
    stops: stopsParam.optional(),
    line: index(10_000_000).meta({ description: 'The first after `step` on this line.' }),
    file: z
      .string()
      .max(MAX_SOURCE_PATH)
      .optional()
      .meta({ description: 'The path of the source that `line` is in. Default: that of `step`.' }),
    count: integerParam({ minimum: 1, maximum: MAX_LISTED_STEPS })
      .optional()
      .meta({ description: 'Steps to list. Default: 40.' }),
    memory: index(MAX_STEP).meta({ description: 'The byte from which on memory is shown. Default: 0.' }),
  }),
  response: stepPage,
  credits: 80,
  requests: HEAVY_REQUESTS,
  summary: 'Steps of a transaction',
  description:
    'The instructions that a transaction executed around one of them, the stack, memory and storage that it found, the line of source it comes from, and the next and previous steps of each kind: from the node, which executes the transaction again (debug_traceTransaction with a JavaScript tracer, else its struct logs), and the source map of the compiler. Answers are bounded however long the trace is; `meta` says what the node does not answer.',
});
