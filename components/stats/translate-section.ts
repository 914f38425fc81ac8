import { isEnglish } from '@/lib/language/current-language';
import { t } from '@/lib/language/t';
import { CHART_TEXTS, SECTION_TITLES } from '@/lib/messages/chart-texts';
import type { ChartSection } from './search-charts';

/**
 * A section of the catalog in the language of the request; `symbol` is that of the coin. In English, and for a chart that
 * is not known here, it says what the API says.
 */
export function translateSection(section: ChartSection, symbol: string): ChartSection {
  if (isEnglish()) return section;
  return {
    ...section,
    title: hasKey(SECTION_TITLES, section.id) ? t(SECTION_TITLES[section.id]) : section.title,
    charts: section.charts.map((chart) => {
      if (!hasKey(CHART_TEXTS, chart.id)) return chart;
      const [title, description] = CHART_TEXTS[chart.id];
      return { ...chart, title: t(title, { symbol }), description: t(description, { symbol }) };
    }),
  };
}

const hasKey = <T extends object>(table: T, key: PropertyKey): key is keyof T => Object.hasOwn(table, key);
