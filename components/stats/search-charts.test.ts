import { expect, test } from 'vitest';
import { searchCharts } from './search-charts';

const chart = (id: string, title: string, description: string) => ({
  id,
  title,
  description,
  units: null,
  resolutions: ['DAY'],
});
const sections = [
  {
    id: 'gas',
    title: 'Gas',
    charts: [chart('averageGasPrice', 'Average gas price', 'What a unit of gas cost, in Gwei')],
  },
  { id: 'blocks', title: 'Blocks', charts: [chart('newBlocks', 'Blocks', 'Blocks of the période')] },
];
const found = (text: string) => searchCharts(sections, text).map(({ charts }) => charts.map(({ id }) => id));

test('every word must be somewhere: title, description, id or section', () => {
  expect(found('gwei PRICE')).toEqual([['averageGasPrice'], []]);
  expect(found('newbl')).toEqual([[], ['newBlocks']]);
  expect(found('blocks periode')).toEqual([[], ['newBlocks']]);
  expect(found('gas blocks')).toEqual([[], []]);
  expect(found('  ')).toEqual([['averageGasPrice'], ['newBlocks']]);
});

test('what means something to an expression means nothing here', () => {
  for (const text of ['.*', '(', '[a-z]+', '\\', '%', '\u0000']) expect(found(text)).toEqual([[], []]);
});
