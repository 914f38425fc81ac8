import type { ChartInfo } from '@/lib/endpoints/chart';

/** A section of the catalog. */
export type ChartSection = Readonly<{ id: string; title: string; charts: readonly ChartInfo[] }>;

/** The longest search that is looked at, in characters. */
export const LONGEST_SEARCH = 100;

/**
 * The sections with the charts that have every word of the text in their title, description, id or section, in any
 * case, accents aside. Sections stay, also without charts.
 */
export function searchCharts(sections: readonly ChartSection[], text: string): ChartSection[] {
  const words = fold(text.slice(0, LONGEST_SEARCH)).split(/\s+/).filter(Boolean);
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
