import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { listTransactionFheOperations } from '@/lib/endpoints/fhe-operation';
import { FheOperationsTable, ROWS_A_PAGE, rowHref } from './operations-table';
import { readGraph } from './read-graph';

const COUNT = 5_000;
const LISTS = 200;
const word = (value: number) => value.toString(16).padStart(64, '0');
const address = (value: number) => ({
  ...{ hash: `0x${value.toString(16).padStart(40, '0')}`, name: 'A contract '.repeat(40) },
  ...{ is_contract: true, is_verified: null },
});

/** Lists of 100 values from outside, then additions of results, by as many callers. */
const operations = listTransactionFheOperations.response.shape.items.parse(
  Array.from({ length: COUNT }, (_, index) => ({
    ...{ log_index: index, block_number: 1, is_scalar: false, fhe_type: 'Uint64' },
    ...(index < LISTS
      ? {
          operation: 'FheSum',
          type: 'arithmetic',
          inputs: { values: Array.from({ length: 100 }, (__, at) => word(1e9 + index * 100 + at)) },
        }
      : { operation: 'FheAdd', type: 'arithmetic', inputs: { lhs: word(index), rhs: word(index - 1) } }),
    ...{ result: `0x${word(index + 1)}`, hcu_cost: 162_000, hcu_depth: 162_000, caller: address(index) },
  })),
);

function draw(listed: typeof operations, from: number): string {
  const { graph, callers } = readGraph(listed);
  return renderToStaticMarkup(
    createElement(FheOperationsTable, {
      ...{ operations: graph.operations, from, callers, lookAlikes: new Set<string>() },
      ...{ logHref: (index: number) => `/1/tx/0x/logs#log-${index}`, transferHref: () => undefined },
    }),
  );
}

test('the type of a result is told where it is another than that of the operands, as the graph has it', () => {
  const typesOf = (operation: string, result: string) =>
    /euint64[^<]*/.exec(
      draw(
        operations.slice(-1).map((one) => ({ ...one, operation, result })),
        0,
      ),
    )?.[0];
  const handleOf = (type: string) => `0x${'ab'.repeat(21)}ff0000000000000001${type}00`;
  expect(typesOf('FheGe', handleOf('00'))).toBe('euint64 → ebool');
  expect(typesOf('FheAdd', handleOf('05'))).toBe('euint64');
});

test('a page of the largest operations of 5,000 is bounded, and has its rows', () => {
  for (const from of [0, LISTS, COUNT - ROWS_A_PAGE]) {
    const html = draw(operations, from);
    const ids = [...html.matchAll(/<tr[^>]* id="op-(\d+)"/g)].map(([, id]) => Number(id));
    expect(ids).toEqual(Array.from({ length: ROWS_A_PAGE }, (_, index) => from + index));
    expect(html.length).toBeLessThan(from < LISTS ? 300_000 : 225_000);
  }
});

test('a link to a row leads to the page that has it', () => {
  expect(rowHref(ROWS_A_PAGE - 1, { logIndex: 7, from: 0 })).toBe('#op-7');
  expect(rowHref(ROWS_A_PAGE, { logIndex: 8, from: 0 })).toBe(`?from=${ROWS_A_PAGE}#op-8`);
  expect(rowHref(0, { logIndex: 0, from: ROWS_A_PAGE })).toBe('?from=0#op-0');
});
