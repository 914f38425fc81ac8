import { expect, test } from 'vitest';
import { checkSettings, currentSettings } from './settings-file';

const ADDRESS = `0x${'ab'.repeat(20)}`;

test('what is exported is imported as it was', () => {
  const settings = currentSettings({ theme: 'dark', unit: 'wei', enhanced: '' }, { [ADDRESS]: 'Mine' });
  expect(settings).toEqual({ display: { theme: 'dark', unit: 'wei' }, labels: { [ADDRESS]: 'Mine' } });
  expect(checkSettings(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
});

test('a file of labels alone is understood', () => {
  expect(checkSettings({ [ADDRESS]: 'Mine' })).toEqual({ display: {}, labels: { [ADDRESS]: 'Mine' } });
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
    expect(checkSettings(given), JSON.stringify(given)).toEqual({ display: {}, labels: {} });
});
