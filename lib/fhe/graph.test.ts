import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FHE_OPERATIONS, type FheOperationName, nameOperands } from '@/lib/evm/fhe-operations';
import { bufferToHex } from '@/lib/evm/hex';
import type { FheEvent } from './events';
import { buildFheGraph } from './graph';
import type { ListedOperation } from './graph-operation';
import { measureOperations } from './hcu';

const options = { nameOperation: (name: string) => name.replace(/^Fhe/, '').toLowerCase() };
const TYPE_IDS = { Uint8: 2, Uint64: 5 } as const;
const CALLERS = [Buffer.alloc(20, 0xaa), Buffer.alloc(20, 0xbb)] as const;

/** A handle with the layout of fhEVM: its number, then the byte of its type. */
function handle(number: number, type: keyof typeof TYPE_IDS = 'Uint64'): Buffer {
  const bytes = Buffer.alloc(32, 0x11);
  bytes.writeUInt32BE(number, 0);
  bytes.writeUInt8(TYPE_IDS[type], 30);
  return bytes;
}

const word = (value: number) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');

function event(operation: FheOperationName, given: Partial<FheEvent>): FheEvent {
  const executor = Buffer.alloc(20);
  const rest = {
    logIndex: 0,
    executor,
    caller: CALLERS[0],
    fheType: 'Uint64',
    isScalar: false,
    plaintext: null,
  };
  return { ...rest, operation, operands: [], result: handle(0), ...given };
}

/** The operations as the API lists them, priced by the real rules. */
function list(events: readonly FheEvent[]): ListedOperation[] {
  const numbered = events.map((given, logIndex) => ({ ...given, logIndex }));
  return measureOperations(numbered).map((measured) => {
    const hex = (bytes: Buffer) => bytes.toString('hex');
    const inputs = Object.entries(nameOperands(measured)).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? value : Buffer.isBuffer(value) ? hex(value) : value.map(hex),
    ]);
    return {
      log_index: measured.logIndex,
      operation: measured.operation,
      type: FHE_OPERATIONS[measured.operation].category,
      fhe_type: measured.fheType,
      is_scalar: measured.isScalar,
      inputs: Object.fromEntries(inputs),
      result: bufferToHex(measured.result),
      hcu_cost: measured.hcuCost,
      hcu_depth: measured.hcuDepth,
      caller: measured.caller && { hash: bufferToHex(measured.caller) },
    };
  });
}

const [a, b, c, d, e] = [handle(1), handle(2), handle(3), handle(4), handle(5)];

test('names handles and constants, links operations and follows the dearest chain', () => {
  const graph = buildFheGraph(
    list([
      event('TrivialEncrypt', { plaintext: 5n, result: b }),
      event('FheAdd', { operands: [a, word(7)], isScalar: true, result: c }),
      event('FheMul', { operands: [c, b], result: d, caller: CALLERS[1] }),
      event('FheNot', { operands: [a], result: e }),
      event('FheIfThenElse', { operands: [e, d, a], result: handle(6) }),
    ]),
    options,
  );
  expect(graph.operations.map(({ code }) => code)).toEqual([
    'e1 = trivialencrypt(5)',
    'e2 = add(x1, 7)',
    'e3 = mul(e2, e1)',
    'e4 = not(x1)',
    'e5 = ifthenelse(e4, e3, x1)',
  ]);
  expect(graph.operations.map(({ operands }) => operands.map(({ producer }) => producer))).toEqual([
    [null],
    [null, null],
    [1, 0],
    [null],
    [3, 2, null],
  ]);
  expect(graph.criticalPath).toEqual([1, 2, 4]);
  expect(graph.operations.map(({ isCritical }) => isCritical)).toEqual([false, true, true, false, true]);
  expect(graph.operations[2]).toMatchObject({
    cost: 596_000,
    start: 133_000,
    depth: 729_000,
    resultType: 'Uint64',
  });
  expect(graph.drawing.lanes).toEqual([
    { caller: bufferToHex(CALLERS[0]), isRest: false },
    { caller: bufferToHex(CALLERS[1]), isRest: false },
  ]);
  const labels = graph.drawing.nodes.map(({ kind, label }) => `${kind} ${label}`);
  expect(labels.slice(5)).toEqual(['constant 5', 'input x1', 'constant 7']);
  const edges = graph.drawing.edges.map(({ from, to }) => `${labels[from]} → ${labels[to]}`);
  expect(edges).toContain('operation add → operation mul');
  expect(edges).toContain('input x1 → operation ifthenelse');
  expect(
    graph.drawing.edges.filter(({ isCritical }) => isCritical).map(({ from, to }) => [from, to]),
  ).toEqual([
    [1, 2],
    [2, 4],
  ]);
});

test('tells what a plain operand would have saved, and only where the price table knows it', () => {
  const priced = list([
    event('TrivialEncrypt', { plaintext: 3n, result: b }),
    event('FheMul', { operands: [a, b], result: c }),
    event('FheMul', { operands: [b, a], result: d }),
    event('FheSub', { operands: [b, a], result: e }),
    event('FheMul', { operands: [a, word(3)], isScalar: true, result: handle(6) }),
    event('FheNeg', { operands: [a], result: handle(7) }),
    event('FheDiv', { operands: [a, word(3)], isScalar: true, result: handle(8) }),
  ]);
  const { operations, totals } = buildFheGraph(priced, options);
  expect(operations.map(({ alternative }) => alternative)).toEqual([
    null,
    { isScalar: true, cost: 365_000, constant: '3' },
    { isScalar: true, cost: 365_000, constant: '3' },
    { isScalar: true, cost: 133_000, constant: null },
    { isScalar: false, cost: 596_000, constant: null },
    null,
    null,
  ]);
  expect(totals.avoidableHcu).toBe(2 * (596_000 - 365_000));
  const dearer = priced.map((operation) => ({ ...operation, hcu_cost: operation.hcu_cost + 1 }));
  expect(buildFheGraph(dearer, options).operations.every(({ alternative }) => alternative === null)).toBe(
    true,
  );
});

test('sums by caller and by operation, the dearest first', () => {
  const { totals } = buildFheGraph(
    list([
      event('FheNot', { operands: [a], result: b }),
      event('FheMul', { operands: [a, b], result: c, caller: CALLERS[1] }),
      event('FheMul', { operands: [a, c], result: d, caller: CALLERS[1] }),
      event('FheRand', { result: e, caller: null }),
    ]),
    options,
  );
  expect(totals).toMatchObject({ operationCount: 4, totalHcu: 1_216_063, maxDepthHcu: 1_192_063 });
  expect(totals.byCaller.map(({ caller, hcu }) => [caller, hcu])).toEqual([
    [bufferToHex(CALLERS[1]), 1_192_000],
    [null, 24_000],
    [bufferToHex(CALLERS[0]), 63],
  ]);
  expect(totals.byOperation[0]).toEqual({
    operation: 'FheMul',
    verb: 'mul',
    fheType: 'Uint64',
    operationCount: 2,
    hcu: 1_192_000,
  });
});

test('a random value comes from chance, long lists of values are cut in the code only', () => {
  const values = Array.from({ length: 60 }, (_, index) => handle(100 + index));
  const { operations, drawing } = buildFheGraph(
    list([event('FheRand', { result: a }), event('FheSum', { operands: values, result: b })]),
    options,
  );
  expect(operations[0]?.code).toBe('e1 = rand()');
  expect(operations[1]?.code).toBe('e2 = sum(x1, x2, x3, x4, x5, x6, x7, x8, … 52 more)');
  expect(operations[1]?.operands).toHaveLength(60);
  expect(drawing.nodes.filter(({ kind }) => kind === 'random')).toHaveLength(1);
  expect(drawing.nodes.filter(({ kind }) => kind === 'input')).toHaveLength(60);
});

test('an operand belongs to the latest earlier producer; a value that is made later is an input', () => {
  const { operations } = buildFheGraph(
    list([
      event('FheAdd', { operands: [b, b], result: b }),
      event('FheAdd', { operands: [b, c], result: b }),
      event('FheAdd', { operands: [b, c], result: c }),
    ]),
    options,
  );
  expect(operations.map(({ operands }) => operands.map(({ producer }) => producer))).toEqual([
    [null, null],
    [0, null],
    [1, null],
  ]);
});

test('large constants are shortened, whole ones kept as values', () => {
  const large = (1n << 256n) - 1n;
  const { operations } = buildFheGraph(
    list([
      event('TrivialEncrypt', { plaintext: large, result: a }),
      event('TrivialEncrypt', { plaintext: 0n, result: b }),
    ]),
    options,
  );
  expect(operations[0]?.operands).toMatchObject([{ name: '0xffff…ffff', value: large }]);
  expect(operations[1]?.operands).toMatchObject([{ name: '0', value: 0n }]);
});

const OPERATIONS: FheOperationName[] = [
  'FheAdd',
  'FheMul',
  'FheEq',
  'FheNot',
  'FheIfThenElse',
  'FheSum',
  'FheRand',
];
const ARITY: Partial<Record<FheOperationName, number>> = {
  FheNot: 1,
  FheIfThenElse: 3,
  FheSum: 4,
  FheRand: 0,
};
const anyHandle = fc.integer({ min: 0, max: 12 }).map((number) => handle(number));
const anyEvent = fc
  .record({
    operation: fc.constantFrom(...OPERATIONS),
    operands: fc.array(anyHandle, { minLength: 4, maxLength: 4 }),
    result: anyHandle,
    caller: fc.constantFrom(...CALLERS, null),
  })
  .map(({ operation, operands, ...rest }) =>
    event(operation, { ...rest, operands: operands.slice(0, ARITY[operation] ?? 2) }),
  );

test('whatever the logs say: edges go forward and the critical path costs the greatest depth', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      const listed = list(events);
      const { operations, criticalPath, drawing } = buildFheGraph(listed, options);
      operations.forEach(({ operands }, index) => {
        for (const { producer } of operands) if (producer !== null) expect(producer).toBeLessThan(index);
      });
      const greatest = Math.max(0, ...listed.map(({ hcu_depth: depth }) => depth));
      const cost = criticalPath.reduce((sum, index) => sum + (operations[index]?.cost ?? 0), 0);
      expect(cost).toBe(greatest);
      criticalPath.slice(1).forEach((index, place) => {
        expect(operations[index]?.operands.map(({ producer }) => producer)).toContain(criticalPath[place]);
      });
      const reads = operations.reduce(
        (count, { operands, category }) => count + operands.length + Number(category === 'random'),
        0,
      );
      expect(drawing.edges.reduce((count, edge) => count + edge.count, 0)).toBe(reads);
    }),
  );
});

test('never throws, whatever another service sends', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('', '0x', '0xZZ', '__proto__', 'constructor'));
  const operation = fc.record({
    log_index: fc.integer(),
    operation: fc.oneof(text, fc.constantFrom('FheAdd', 'TrivialEncrypt', 'FheSum')),
    type: text,
    fhe_type: text,
    is_scalar: fc.boolean(),
    inputs: fc.record(
      {
        lhs: text,
        rhs: text,
        divisor: text,
        values: fc.array(text),
        plaintext: fc.oneof(fc.double(), fc.bigInt()),
      },
      { requiredKeys: [] },
    ),
    result: text,
    hcu_cost: fc.nat(),
    hcu_depth: fc.nat(),
    caller: fc.option(fc.record({ hash: text })),
  });
  fc.assert(
    fc.property(fc.array(operation), (listed) => {
      expect(buildFheGraph(listed, options).operations).toHaveLength(listed.length);
    }),
  );
});

test('more than 400 operations are drawn as groups by caller and operation', () => {
  const events = Array.from({ length: 401 }, (_, index) =>
    event(index % 2 === 0 ? 'FheAdd' : 'FheMul', {
      operands: [handle(index), handle(1000 + (index % 3))],
      result: handle(index + 1),
      caller: CALLERS[index % 4 === 0 ? 0 : 1],
    }),
  );
  const whole = buildFheGraph(list(events.slice(0, 400)), options).drawing;
  expect(whole.isCollapsed).toBe(false);
  expect(whole.nodes.filter(({ kind }) => kind === 'operation')).toHaveLength(400);
  const { drawing, operations, criticalPath } = buildFheGraph(list(events), options);
  expect(operations).toHaveLength(401);
  expect(criticalPath).toHaveLength(401);
  expect(drawing.isCollapsed).toBe(true);
  const groups = drawing.nodes.filter(({ kind }) => kind === 'operation');
  expect(groups.map(({ lane, label, count }) => [lane, label, count])).toEqual([
    [1, 'add', 101],
    [0, 'mul', 200],
    [0, 'add', 100],
  ]);
  expect(groups.flatMap(({ members }) => members)).toHaveLength(401);
  expect(drawing.nodes.filter(({ kind }) => kind === 'input').map(({ count }) => count)).toEqual([4, 3]);
  expect(drawing.hiddenEdgeCount).toBe(0);
});

test('a crowd of callers and unknown operations still gives a bounded picture', () => {
  const listed = list([event('FheAdd', { operands: [a, b], result: c })]).flatMap((operation) =>
    Array.from({ length: 5000 }, (_, index) => ({
      ...operation,
      operation: `Op${index}`,
      result: bufferToHex(handle(index)),
      inputs: { lhs: handle(index >> 1).toString('hex'), rhs: handle(index >> 2).toString('hex') },
      caller: { hash: `0x${index}` },
    })),
  );
  const { drawing } = buildFheGraph(listed, options);
  expect(drawing.lanes).toHaveLength(12);
  expect(drawing.lanes.at(-1)).toEqual({ caller: null, isRest: true });
  expect(drawing.nodes.length).toBeLessThan(60);
  expect(drawing.edges.length).toBeLessThanOrEqual(800);
});

test('equal operations give equal graphs, and none gives an empty one', () => {
  const listed = list([event('FheAdd', { operands: [a, b], result: c })]);
  expect(buildFheGraph(listed, options)).toEqual(buildFheGraph(structuredClone(listed), options));
  expect(buildFheGraph([], options)).toMatchObject({
    operations: [],
    criticalPath: [],
    totals: { operationCount: 0, totalHcu: 0, maxDepthHcu: 0 },
    drawing: { isCollapsed: false, nodes: [], edges: [] },
  });
});
