import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Amount } from './amount';

const draw = (props: Parameters<typeof Amount>[0]) => renderToStaticMarkup(createElement(Amount, props));
const wei = { value: -1_636_246_256_663_024n, decimals: 18, isSigned: true };

test('the sign is copied and shown with all digits', () => {
  expect(draw({ ...wei, isExact: true })).toContain('data-copy="-0.001636246256663024"');
  expect(draw(wei)).toMatch(/data-copy="-0.001636246256663024" title="−0.001636246256663024"/);
  expect(draw({ ...wei, value: -wei.value })).toMatch(/data-copy="0.001636246256663024" title="\+0.0016/);
});

test('smallest units are of something, or told by themselves', () => {
  const text = (props: Parameters<typeof draw>[0]) => draw(props).replace(/<[^>]*>/g, '');
  expect(text({ value: 1000n, decimals: undefined })).toBe('1,000 smallest units');
  expect(text({ value: 1n, decimals: undefined, children: null })).toBe('1 smallest unit');
  expect(text({ value: 1000n, decimals: undefined, children: 'ORB' })).toBe('1,000 units of ORB');
});

test('in a column, many smallest units are a power of ten, whose digits are one click away', () => {
  const units = { value: 2_902_965_688_774_337_891_576n, decimals: undefined, children: 'ORB' };
  const html = draw({ ...units, isColumn: true });
  expect(html.replace(/<[^>]*>/g, '')).toBe('2.903 × 10²¹ units of ORB');
  expect(html).toContain('title="2,902,965,688,774,337,891,576"');
  expect(draw({ ...units, isColumn: true, isExact: true })).toContain('>2,902,965,688,774,337,891,576<');
  expect(draw({ ...units, value: 398_408_582_705n, isColumn: true })).toContain('398,408,582,705');
});

test('what is too long for a column may break, and has no place for decimals', () => {
  const column = (value: bigint, decimals: number) => draw({ value, decimals, isColumn: true });
  expect(column(10n ** 22n, 0)).toContain('class="long"');
  expect(column(10n ** 22n, 0)).not.toContain('tail');
  expect(column(7n, 0)).not.toContain('tail');
  expect(column(7n, 6)).toContain('tail');
});
