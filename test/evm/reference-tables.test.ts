import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toEventSelector } from 'viem';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isFheOperation, listOperations, operationEvent } from '@/lib/evm/fhe-operations';
import { hexToBuffer } from '@/lib/evm/hex';
import { findEvents } from '@/lib/evm/signatures';
import { hcuCost } from '@/lib/fhe/prices';
import { word } from '../support/evm-logs';
import { ROOT } from '../support/source-tree';

const PRICES = join(ROOT, '../shared/reference/fhe-hcu-prices.json');
const TOPICS = join(ROOT, '../shared/reference/fhe-event-topics.txt');

const byType = z.record(z.string(), z.number());

const prices = z.record(
  z.string(),
  z.object({
    scalar: byType.optional(),
    nonScalar: byType.optional(),
    types: z.record(z.string(), z.union([z.number(), byType])).optional(),
  }),
);

test.skipIf(!existsSync(PRICES))('every price is that of the HCULimit contract', () => {
  const table = z.object({ prices }).parse(JSON.parse(readFileSync(PRICES, 'utf8'))).prices;
  const wrong: string[] = [];
  let count = 0;
  const check = (
    name: string,
    part: { fheType: string; isScalar: boolean; valuesCount: number; price: number },
  ) => {
    const operation = name === 'IfThenElse' ? 'FheIfThenElse' : name;
    count += 1;
    if (!isFheOperation(operation) || hcuCost({ operation, ...part }) !== part.price)
      wrong.push(`${name} ${JSON.stringify(part)}`);
  };
  for (const [name, { scalar = {}, nonScalar = {}, types = {} }] of Object.entries(table)) {
    for (const [fheType, price] of Object.entries(scalar))
      check(name, { fheType, isScalar: true, valuesCount: 0, price });
    for (const [fheType, price] of Object.entries(nonScalar))
      check(name, { fheType, isScalar: false, valuesCount: 0, price });
    for (const [fheType, entry] of Object.entries(types)) {
      const bounds: Record<string, number> = typeof entry === 'number' ? { max: entry } : entry;
      for (const [bound, price] of Object.entries(bounds)) {
        const valuesCount = bound === 'max' ? 100 : Number(bound.slice('<='.length));
        check(name, { fheType, isScalar: false, valuesCount, price });
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(300);
  expect(Object.keys(table)).toHaveLength(listOperations().length);
});

test.skipIf(!existsSync(TOPICS))('every event of fhEVM that we name has its topic', () => {
  const lines = readFileSync(TOPICS, 'utf8').matchAll(/^(0x[0-9a-f]{64}) (\w+)\((.*)\)$/gm);
  const topics = new Map(
    [...lines].map(([, topic = '', name = '', parameters = '']) => [name, { topic, parameters }]),
  );
  for (const operation of listOperations())
    expect([operation, toEventSelector(operationEvent(operation))]).toEqual([
      operation,
      topics.get(operation)?.topic,
    ]);
  const known = [
    'VerifyInput',
    'Allowed',
    'AllowedForDecryption',
    'MaxHCUPerTxSet',
    'UnwrapFinalized',
    'OperatorSet',
  ];
  for (const name of known) {
    const { topic = '', parameters = '' } = topics.get(name) ?? {};
    const indexed = parameters.split(' indexed ').length - 1;
    const found = findEvents([hexToBuffer(topic), ...Array.from({ length: indexed }, () => word(0))]);
    expect(found.map((event) => event.name)).toEqual([name]);
  }
});
