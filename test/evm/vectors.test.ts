import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAbi, toEventSelector } from 'viem';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { decodeCall } from '@/lib/evm/abi';
import { decodeTransfers, type TokenTransfer } from '@/lib/evm/decode-transfers';
import { transactionFee } from '@/lib/evm/fees';
import {
  FHE_OPERATIONS,
  type FheOperationName,
  isFheOperation,
  nameOperands,
  operationEvent,
} from '@/lib/evm/fhe-operations';
import { bufferToHex, hexToBuffer, isHexData } from '@/lib/evm/hex';
import { decodeKnownCall } from '@/lib/evm/signatures';
import { higherTokenType } from '@/lib/evm/token-standards';
import { decodeFheEvent } from '@/lib/fhe/events';
import { handleType } from '@/lib/fhe/handles';
import { measureOperations, sumOperations } from '@/lib/fhe/hcu';
import { hcuCost } from '@/lib/fhe/prices';
import { fheTypeName } from '@/lib/fhe/types';
import { addressWord, makeLog, word } from '../support/evm-logs';
import { ROOT } from '../support/source-tree';

const FILE = join(ROOT, '../shared/reference/test-vectors.json');
const API_TESTS = 'run by the tests of the API: it is about HTTP answers';
const STATS_TESTS = 'run by the tests of the statistics: it is about series in the database';

/** Vectors (or prefixes that end with `/`) that are skipped here, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'http/': API_TESTS,
  'pro/': API_TESTS,
  'stats/': STATS_TESTS,
  'tx/confirmations/': API_TESTS,
  'fhe/contract-check/': 'asks a node; run by the tests of the indexer',
  'fhe/decode/unknown-event': 'an event that is no operation is left out here, not given an empty result',
  'fhe/type/missing/': 'data that does not decode is left out, as upstream-behaviour.md 4.1 recommends',
  'fhe/inputs/unknown': 'an operation that is not one of the table has no inputs to name',
  'fhe/hcu/UnknownOperation/': 'an operation that is not one of the table has no price to ask for',
  'transfers/weth-filter-on-and-not-whitelisted': 'there is no such switch: deposits and withdrawals count',
};

const fields = z.record(z.string(), z.unknown());
const vectorSchema = z.object({ name: z.string(), input: z.unknown(), expected: z.unknown() });
type Fields = z.infer<typeof fields>;
type Runner = (input: Fields, expected: Fields) => void;

const hex = z.string().refine((text) => isHexData(text));
const bytes = hex.transform(hexToBuffer);
const operationName = z.custom<FheOperationName>((name) => typeof name === 'string' && isFheOperation(name));
const wei = z.string().transform(BigInt).nullable().default(null);
const logSchema = z.object({
  address: bytes,
  topics: z.array(bytes),
  data: bytes,
  log_index: z.number(),
});
const depthStep = z.object({
  result: z.string(),
  inputs: z.record(z.string(), z.string()),
  hcu_cost: z.number(),
});
const handleOf = (text: string) => word(BigInt(`0x${text.replace('0x', '')}`));
const CALLER = addressWord(0xca);
const topicOf = (operation: FheOperationName) => toEventSelector(operationEvent(operation));

/** The data words of an operation's event, from a vector. */
function eventWords(operation: FheOperationName, input: Fields): Buffer[] {
  const handle = (name: string) => bytes.default(Buffer.alloc(32)).parse(input[name]);
  const number = (name: string) => word(z.number().parse(input[name]));
  if (operation === 'TrivialEncrypt') return [word(0), number('to_type'), handle('result')];
  if (operation === 'Cast') return [handle('ct'), number('to_type'), handle('result')];
  if (operation === 'FheRand') return [number('rand_type'), word(0), handle('result')];
  if (operation === 'FheNeg') return [handle('ct'), handle('result')];
  return [handle('lhs'), handle('rhs'), word(0), handle('result')];
}

/** A row in the form of the vectors, which have one amount instead of a list for a single ERC-1155 transfer. */
function describeTransfer(row: TokenTransfer): Record<string, unknown> {
  return {
    token_type: row.tokenType,
    from: bufferToHex(row.from),
    to: bufferToHex(row.to),
    amount: (row.amount ?? (row.tokenType === 'ERC-1155' ? row.amounts?.[0] : null))?.toString() ?? null,
    token_ids: row.tokenIds?.map(String) ?? null,
    amounts: row.amounts?.map(String) ?? null,
  };
}

const runEventName: Runner = (input, expected) => {
  const operation = operationName.parse(expected.operation);
  expect(topicOf(operation)).toBe(input.topic0);
  const lines: readonly string[] = [operationEvent(operation)];
  const inputs = parseAbi(lines).flatMap((item) =>
    item.type === 'event' ? item.inputs.map((parameter) => parameter.type) : [],
  );
  expect(`${operation}(${inputs.join(',')})`).toBe(expected.signature);
  expect(FHE_OPERATIONS[operation].category).toBe(expected.type);
};

const runDecode: Runner = (input, expected) => {
  const operation = operationName.parse(input.event);
  const event = decodeFheEvent(makeLog([topicOf(operation), CALLER], [bytes.parse(input.data)]));
  const typeId = expected.to_type ?? expected.rand_type;
  expect(event && bufferToHex(event.result)).toBe(expected.result);
  if (typeId !== undefined) expect(event?.fheType).toBe(fheTypeName(z.number().parse(typeId)));
  if (expected.plaintext !== undefined)
    expect(event?.plaintext).toBe(BigInt(z.number().parse(expected.plaintext)));
  if (expected.lhs !== undefined) {
    expect(event?.operands.map(bufferToHex)).toEqual([expected.lhs, expected.rhs]);
    expect(event?.isScalar).toBe(expected.scalar_byte === '0x01');
  }
};

const runType: Runner = (input, expected) => {
  const operation = operationName.parse(input.event);
  const log = makeLog([topicOf(operation), CALLER], eventWords(operation, input));
  expect(decodeFheEvent(log)?.fheType).toBe(expected.fhe_type);
};

const runInputs: Runner = (input, expected) => {
  const operation = operationName.parse(input.event);
  const plaintext = input.plaintext === undefined ? null : BigInt(z.number().parse(input.plaintext));
  const operands = input.ct === undefined ? [] : [bytes.parse(input.ct).toString('hex')];
  const named = nameOperands({ operation, isScalar: false, operands, plaintext });
  const shown = Object.entries(named).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? Number(value) : value,
  ]);
  expect(Object.fromEntries(shown)).toEqual(expected.inputs);
};

const runCost: Runner = (input, expected) => {
  const operation = operationName.parse(input.event);
  const { fhe_type: fheType, is_scalar: isScalar } = z
    .object({ fhe_type: z.string(), is_scalar: z.boolean() })
    .parse(input);
  expect(hcuCost({ operation, fheType, isScalar, valuesCount: 0 })).toBe(expected.hcu_cost);
};

const runDepth: Runner = (input, expected) => {
  const steps = z.array(depthStep).parse(input.operations);
  const events = steps.map(({ inputs, result }, logIndex) => ({
    ...{
      logIndex,
      executor: Buffer.alloc(20),
      caller: null,
      fheType: 'Uint8',
      isScalar: false,
      plaintext: null,
    },
    operation: 'control' in inputs ? ('FheIfThenElse' as const) : ('FheAdd' as const),
    ...{ operands: Object.values(inputs).map(handleOf), result: handleOf(result) },
  }));
  const measured = measureOperations(events, ({ logIndex }) => steps[logIndex]?.hcu_cost ?? 0);
  const depths = measured.map(({ logIndex, hcuDepth }) => [steps[logIndex]?.result, hcuDepth]);
  expect(Object.fromEntries(depths)).toMatchObject(expected);
};

const runMetrics: Runner = (input, expected) => {
  const operations = z
    .array(z.object({ hcu_cost: z.number(), hcu_depth: z.number() }))
    .parse(input.operations);
  const totals = sumOperations(
    operations.map(({ hcu_cost: hcuCost, hcu_depth: hcuDepth }) => ({ hcuCost, hcuDepth })),
  );
  expect({
    operation_count: totals.operationCount,
    total_hcu: totals.totalHcu,
    max_depth_hcu: totals.maxDepthHcu,
  }).toEqual(expected);
};

const runTransfer = (input: Fields, expected: Fields | null) => {
  const { log_index: logIndex, ...log } = logSchema.parse(input.log);
  const rows = decodeTransfers([{ logIndex, ...log }]).map(describeTransfer);
  if (expected === null) expect(rows).toEqual([]);
  else expect(rows).toEqual([expect.objectContaining(expected)]);
};

const runTypePriority: Runner = (_, expected) => {
  const parties = [addressWord(1), addressWord(2)];
  const rows = decodeTransfers([
    makeLog([toEventSelector('event Transfer(address,address,uint256)'), ...parties], [word(1)], 0),
    makeLog(
      [
        toEventSelector('event TransferSingle(address,address,address,uint256,uint256)'),
        addressWord(3),
        ...parties,
      ],
      [word(1), word(1)],
      1,
    ),
  ]);
  const types = rows.map((row) => row.tokenType);
  expect(types.toSorted()).toEqual(z.array(z.string()).parse(expected.token_transfers).toSorted());
  expect([{ contract: 'X', type: types.reduce(higherTokenType) }]).toEqual(expected.tokens);
};

const runFee: Runner = (input, expected) => {
  const source = z
    .object({
      gas: z.string().default('0').transform(BigInt),
      gas_price: wei,
      gas_used: wei,
      max_fee_per_gas: wei,
      max_priority_fee_per_gas: wei,
      base_fee_per_gas: wei,
    })
    .parse(input);
  const fee = transactionFee({
    gasLimit: source.gas,
    gasUsed: source.gas_used,
    gasPrice: source.gas_price,
    effectiveGasPrice: null,
    maxFeePerGas: source.max_fee_per_gas,
    maxPriorityFeePerGas: source.max_priority_fee_per_gas,
    baseFeePerGas: source.base_fee_per_gas,
    l1Fee: null,
    operatorFee: null,
  });
  expect({ type: fee.type, value: fee.value?.toString() ?? null }).toEqual(expected);
};

const abiParameter = z.object({
  name: z.string(),
  type: z.string(),
  components: z.array(z.object({ name: z.string(), type: z.string() })).optional(),
});
const abiFunction = z
  .object({ type: z.literal('function'), name: z.string(), inputs: z.array(abiParameter) })
  .transform(({ type, name, inputs }) => ({
    type,
    name,
    inputs: inputs.map(({ components, ...parameter }) =>
      components ? { ...parameter, components } : parameter,
    ),
    outputs: [],
    stateMutability: 'nonpayable' as const,
  }));

const runDecodeCall: Runner = (input, expected) => {
  const data = bytes.parse(input.input);
  if (input.abi === undefined) {
    expect(decodeKnownCall(data) ?? null).toBe(expected.decoded_input);
    return;
  }
  const [item] = z.array(abiFunction).parse(input.abi);
  expect(item && decodeCall(data, item)).toEqual(expected);
};

/** Runs the vectors that have the key as their name or prefix. */
const RUNNERS: Readonly<Record<string, Runner>> = {
  'fhe/event-name/': runEventName,
  'fhe/caller/null': (_, expected) => {
    const log = makeLog([topicOf('FheNeg')], [word(1), word(2)]);
    expect(decodeFheEvent(log)).toMatchObject({ caller: expected.caller });
  },
  'fhe/decode/': runDecode,
  'fhe/type/short-result': (input, expected) => {
    expect(handleType(bytes.parse(input.result))).toBe(expected.fhe_type);
  },
  'fhe/type/': runType,
  'fhe/type-name/': (input, expected) => {
    expect(fheTypeName(z.number().parse(input.id))).toBe(expected.fhe_type);
  },
  'fhe/inputs/': runInputs,
  'fhe/hcu/': runCost,
  'fhe/depth/': runDepth,
  'fhe/metrics/': runMetrics,
  'transfers/token-type-priority': runTypePriority,
  'tx/fee/': runFee,
  'tx/decode/': runDecodeCall,
};

function find<Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
  const matches = Object.entries(table).filter(
    ([key]) => key === name || (key.endsWith('/') && name.startsWith(key)),
  );
  return matches[0]?.[1];
}

if (existsSync(FILE)) {
  const vectors = z.array(vectorSchema).parse(JSON.parse(readFileSync(FILE, 'utf8')));

  describe('the recorded vectors', () => {
    for (const { name, input, expected } of vectors) {
      if (find(LEFT_OUT, name) !== undefined) continue;
      test(name, () => {
        const run = find(RUNNERS, name);
        if (run) run(fields.parse(input), fields.parse(expected));
        else if (name.startsWith('transfers/'))
          runTransfer(fields.parse(input), fields.nullable().parse(expected));
        else expect.fail('neither run nor listed with a reason');
      });
    }

    test('what is left out still exists', () => {
      const unused = Object.keys(LEFT_OUT).filter(
        (key) => !vectors.some(({ name }) => name === key || (key.endsWith('/') && name.startsWith(key))),
      );
      expect(unused).toEqual([]);
    });
  });
} else {
  test.skip('the recorded vectors: ../shared/reference/test-vectors.json is not here', () => {});
}
