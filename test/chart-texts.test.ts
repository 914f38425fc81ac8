import { afterEach, expect, test } from 'vitest';
import { CHART_TEXTS, SECTION_TITLES, translateSection } from '@/components/stats/chart-texts';
import { CHARTS, describeChart, listSections } from '@/lib/api/charts/catalog';
import { chartDescription } from '@/lib/format/chart-value';
import { formatMessage } from '@/lib/language/format-message';
import { readLanguages } from '@/lib/language/read-languages';
import { englishOf } from '@/lib/language/t';
import { ROOT } from './support/source-tree';

const german = readLanguages(`${ROOT}/locales`).languages.find(({ code }) => code === 'de');

afterEach(() => {
  globalThis.languages = undefined;
});

function speakGerman(): void {
  globalThis.languages = { codes: ['en', 'de'], ofBrowser: [], current: () => german };
}

const CHART = { id: 'newNativeCoinTransfers', units: null, resolutions: ['DAY' as const] };
const SECTION = {
  id: 'transactions',
  title: 'Transactions',
  charts: [
    { ...CHART, title: 'ETH transfers', description: 'Transactions that only transfer ETH' },
    { ...CHART, id: 'newInscriptions', title: 'Inscriptions', description: 'Of {another} service' },
  ],
};

test('the pages have the title and the description of every chart that the API lists', () => {
  const sent = CHARTS.map((chart) => describeChart(chart, 'ETH'));
  const known = CHART_TEXTS.map(([id, title, description]) => ({
    id,
    title: formatMessage(englishOf(title), 'en', { symbol: 'ETH' }),
    description: formatMessage(englishOf(description), 'en', { symbol: 'ETH' }),
  }));
  const byId = (left: { id: string }, right: { id: string }) => left.id.localeCompare(right.id);
  expect(known.sort(byId)).toEqual(
    sent
      .map((chart) => ({ id: chart.id, title: chart.title, description: chartDescription(chart) }))
      .sort(byId),
  );
});

test('the pages have the title of every section', () => {
  const totals = new Proxy({}, { get: () => '1' });
  const sections = listSections(Object(totals), 'ETH');
  expect(sections.length).toBeGreaterThan(5);
  expect(sections.map(({ id, title }) => [id, title])).toEqual(
    [...SECTION_TITLES].map(([id, title]) => [id, englishOf(title)]),
  );
});

test('a chart is told in the language of the request, one that is not known as the API tells it', () => {
  speakGerman();
  const { title, charts } = translateSection(SECTION, 'ETH');
  expect(title).toBe('Transaktionen');
  expect(charts.map((chart) => [chart.title, chart.description])).toEqual([
    ['ETH-Transfers', 'Transaktionen, die nur ETH bewegen und nichts aufrufen'],
    ['Inscriptions', 'Of {another} service'],
  ]);
});

test('in English a section says what the API says', () => {
  const other = { ...SECTION, title: 'Txns' };
  expect(translateSection(other, 'ETH')).toBe(other);
});
