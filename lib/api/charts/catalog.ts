import { type ChartInfo, type ChartSection, RESOLUTIONS, type Resolution } from '@/lib/endpoints/chart';
import { englishOf } from '@/lib/language/t';
import { CHART_TEXTS, SECTION_TITLES } from '@/lib/messages/chart-texts';
import { ACCOUNT_CHARTS } from './account-charts';
import { BLOCK_CHARTS, CONTRACT_CHARTS, GAS_CHARTS, TOKEN_CHARTS } from './chain-charts';
import { FHE_CHARTS } from './fhe-charts';
import type { MissingPolicy } from './fill';
import type { DailyFigure } from './query';
import type { ChartDefinition } from './rule';
import { TRANSACTION_CHARTS, WINDOW_CHARTS } from './transaction-charts';
import { USER_OPERATION_CHARTS } from './user-operation-charts';

/** In display order. The first seven are Blockscout's, listed even when empty; ours only with charts. */
const SECTIONS = [
  { id: 'accounts', isOurs: false, charts: ACCOUNT_CHARTS },
  { id: 'transactions', isOurs: false, charts: TRANSACTION_CHARTS },
  { id: 'blocks', isOurs: false, charts: BLOCK_CHARTS },
  { id: 'tokens', isOurs: false, charts: TOKEN_CHARTS },
  { id: 'gas', isOurs: false, charts: GAS_CHARTS },
  { id: 'contracts', isOurs: false, charts: CONTRACT_CHARTS },
  { id: 'user_ops', isOurs: false, charts: USER_OPERATION_CHARTS },
  { id: 'fhe', isOurs: true, charts: FHE_CHARTS },
] as const;

/** All listed charts, by section. */
export const CHARTS: readonly ChartDefinition[] = SECTIONS.flatMap(({ charts }) => charts);

const BY_ID = new Map([...CHARTS, ...WINDOW_CHARTS].map((chart) => [chart.id, chart]));

/** Finds a chart by ID, unlisted ones included; undefined when there is none. */
export function findChart(id: string): ChartDefinition | undefined {
  return BY_ID.get(id);
}

/** Sums of the daily figures over the whole chain, as decimal integers. */
export type Totals = Readonly<Record<DailyFigure, string>>;

/** Whether a chart applies to a chain with these totals. */
export function appliesTo({ onlyWith }: ChartDefinition, totals: Totals): boolean {
  return onlyWith === undefined || totals[onlyWith] !== '0';
}

/** The chart sections of a chain with these totals. */
export function listSections(totals: Totals, symbol: string): ChartSection[] {
  const sections = SECTIONS.map(({ id, isOurs, charts }) => ({
    isOurs,
    section: {
      id,
      title: SECTION_TITLES[id].english,
      charts: charts
        .filter((chart: ChartDefinition) => appliesTo(chart, totals))
        .map((chart) => describeChart(chart, symbol)),
    },
  }));
  return sections
    .filter(({ isOurs, section }) => !isOurs || section.charts.length > 0)
    .map(({ section }) => section);
}

/** The resolutions a chart supports. */
export function resolutionsOf({ rule, newestDays }: ChartDefinition): readonly Resolution[] {
  if (newestDays !== undefined) return ['DAY'];
  return rule.kind === 'distinct' ? rule.resolutions : RESOLUTIONS;
}

/** How a chart fills periods without a figure. */
export function missingPolicyOf({ rule }: ChartDefinition): MissingPolicy {
  return rule.kind === 'growth' ? 'previous' : 'zero';
}

/** Chart info as the API presents it; `symbol` is that of the native coin. */
export function describeChart(chart: ChartDefinition, symbol: string): ChartInfo {
  const fill = (text: string) => text.replaceAll('{symbol}', symbol);
  const [title, description] = chart.texts ?? CHART_TEXTS[chart.id];
  return {
    id: chart.id,
    title: fill(englishOf(title)),
    description: fill(englishOf(description)),
    units: chart.units === null ? null : fill(chart.units),
    resolutions: [...resolutionsOf(chart)],
  };
}
