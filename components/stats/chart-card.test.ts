import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ChartCard } from './chart-card';

const chart = {
  id: 'newTxns',
  title: 'New transactions',
  description: '',
  units: null,
  resolutions: ['DAY' as const],
};
const point = (day: number) => ({
  date: `2026-11-0${day}`,
  date_to: `2026-11-0${day}`,
  value: '5',
  is_approximate: false,
});

function html(days: readonly number[]): string {
  const series = { resolution: 'DAY' as const, points: days.map(point) };
  return renderToStaticMarkup(
    createElement(ChartCard, { chart, series, path: '/1/stats/newTxns', params: {}, isList: false } as never),
  );
}

test('a chart of one point is a number, without a line', () => {
  expect(html([1, 2])).toContain('<svg');
  expect(html([1])).not.toContain('<svg');
  expect(html([1])).toContain('>5<');
});
