import type { ChartInfo } from '@/lib/endpoints/chart';

/** A section of the catalog. */
export type ChartSection = Readonly<{ id: string; title: string; charts: readonly ChartInfo[] }>;

/** Maximum length of a search, in characters. */
export const MAX_SEARCH_LENGTH = 100;

/**
 * Keeps charts whose title, description, ID or section contains every word of `text`, ignoring case and accents.
 * Sections stay even if empty.
 */
export function searchCharts(sections: readonly ChartSection[], text: string): ChartSection[] {
  const words = fold(text.slice(0, MAX_SEARCH_LENGTH)).split(/\s+/).filter(Boolean);
  return sections.map((section) => ({
    ...section,
    charts: section.charts.filter((chart) => {
      const found = fold([chart.title, chart.description, chart.id, section.title].join('\n'));
      return words.every((word) => found.includes(word));
    }),
  }));
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
