import { expect, test } from 'vitest';
import { checkSettings, currentSettings } from './settings-file';

const ADDRESS = `0x${'ab'.repeat(20)}`;

test('what is exported is imported as it was', () => {
  const kept = { labels: { [ADDRESS]: 'Mine' }, watched: { [`1/${ADDRESS}`]: 7 } };
  const settings = currentSettings({ theme: 'dark', unit: 'wei', enhanced: '' }, kept);
  expect(settings).toEqual({ display: { theme: 'dark', unit: 'wei' }, ...kept });
  expect(checkSettings(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
});

test('a file of labels alone is understood', () => {
  expect(checkSettings({ [ADDRESS]: 'Mine' })).toEqual({
    display: {},
    labels: { [ADDRESS]: 'Mine' },
    watched: {},
  });
});

test('what is not valid is left out', () => {
  for (const given of [
    null,
    7,
    'x',
    [],
    { display: 'dark' },
    { display: { theme: 'pink', unit: 3 }, labels: [] },
  ])
    expect(checkSettings(given), JSON.stringify(given)).toEqual({ display: {}, labels: {}, watched: {} });
});
