import { expect, test } from 'vitest';
import { foldedParameters } from './folded-parameters';

type Nested = Parameters<typeof foldedParameters>[1][number];
const nested = (parameter: string, depth = 1): Nested => ({
  ...{ parameter, depth, to: null, source: 'known', declared_inputs: null },
  call: { method_id: '00000000', method_call: 'f()', parameters: [] },
});
const call = {
  ...{ method_id: '3593564c', method_call: 'execute(bytes commands, bytes[] inputs)' },
  parameters: [
    { name: 'commands', type: 'bytes', value: '0x0b08' },
    { name: 'inputs', type: 'bytes[]', value: ['0x01', '0x02'] },
  ],
};

test('a parameter folds if all of its bytes are decoded as calls', () => {
  expect([...foldedParameters(call, [nested('inputs[0]'), nested('inputs[1]')])]).toEqual(['inputs']);
  expect([...foldedParameters(call, [nested('inputs[0]'), nested('inputs[1]', 2)])]).toEqual([]);
  expect([...foldedParameters(call, [nested('commands')])]).toEqual(['commands']);
  expect([...foldedParameters(call, [])]).toEqual([]);
});
