import type { ChartSection } from '@/components/stats/search-charts';
import { translateSection } from '@/components/stats/translate-section';
import { call } from '@/lib/client/call';
import type { Chain } from '@/lib/client/chains';
import { listCharts } from '@/lib/endpoints/chart';
import { displayText } from '@/lib/format/text';

const MAX_LENGTHS = { title: 80, description: 240, unit: 24 } as const;

/** Chart sections of a chain with sanitized texts in the language of the request; empty if the API has no statistics. */
export async function loadCatalog(chain: Chain): Promise<readonly ChartSection[]> {
  const catalog = await call(listCharts, { chain: chain.id, params: {} });
  const sections = (catalog?.sections ?? []).map((section) => ({
    id: section.id,
    title: displayText(section.title, MAX_LENGTHS.title),
    charts: section.charts.map((chart) => ({
      ...chart,
      title: displayText(chart.title, MAX_LENGTHS.title),
      description: displayText(chart.description, MAX_LENGTHS.description),
      units: chart.units === null ? null : displayText(chart.units, MAX_LENGTHS.unit),
    })),
  }));
  return sections.map((section) => translateSection(section, chain.symbol));
}
