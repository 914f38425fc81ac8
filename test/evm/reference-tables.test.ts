import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toEventSelector } from 'viem';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { explainFheError } from '@/lib/evm/explain-fhe';
import { isFheOperation, listOperations, operationEvent } from '@/lib/evm/fhe-operations';
import { hexToBuffer } from '@/lib/evm/hex';
import { findErrors, findEvents } from '@/lib/evm/signatures';
import { hcuCost } from '@/lib/fhe/prices';
import { word } from '../support/evm-logs';
import { ROOT } from '../support/source-tree';

const PRICES = join(ROOT, '../shared/reference/fhe-hcu-prices.json');
const FHEVM = join(ROOT, '../shared/reference/fhevm-2026.json');
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

const declared = z.object({ contract: z.string(), declaration: z.string() });
const reference = z.object({
  events: z.array(declared.extend({ topic0: z.string() })),
  errors: z.array(declared.extend({ selector: z.string() })),
});
const HOSTS =
  /^(FHEVMExecutor|HCULimit|ACL|KMSVerifier|InputVerifier|ProtocolConfig|KMSGeneration|ConfidentialBridge|PauserSet)$/;
/** Of proxies, owners and calls: other sentences have them. */
const NOT_OF_FHE =
  /^(AddressEmptyCode|FailedCall|EnforcedPause|ExpectedPause|InvalidInitialization|Ownable\w+|SafeERC20FailedOperation|SafeCast\w+)$/;

test.skipIf(!existsSync(FHEVM))('every event and error of the protocol is decoded by name', () => {
  const { events, errors } = reference.parse(JSON.parse(readFileSync(FHEVM, 'utf8')));
  const nameOf = (declaration: string) => declaration.split('(', 1)[0] ?? '';
  const unknownEvents = events.filter(({ declaration, topic0 }) => {
    const indexed = Array.from({ length: declaration.split(' indexed ').length - 1 }, () => word(0));
    return !findEvents([hexToBuffer(topic0), ...indexed]).some(({ name }) => name === nameOf(declaration));
  });
  const unknownErrors = errors.filter(
    ({ declaration, selector }) =>
      !findErrors(hexToBuffer(selector)).some(({ name }) => name === nameOf(declaration)),
  );
  expect({ unknownEvents, unknownErrors }).toEqual({ unknownEvents: [], unknownErrors: [] });
  const ofHosts = errors.filter(({ contract }) => HOSTS.test(contract)).map(({ declaration }) => declaration);
  const unexplained = ofHosts.filter(
    (declaration) =>
      explainFheError(declaration, true) === undefined && !NOT_OF_FHE.test(nameOf(declaration)),
  );
  expect([...new Set(unexplained)]).toEqual([]);
  expect(events.length + errors.length).toBeGreaterThan(500);
});
