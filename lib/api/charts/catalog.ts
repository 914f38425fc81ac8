import { type ChartInfo, type ChartSection, RESOLUTIONS, type Resolution } from '@/lib/endpoints/chart';
import type { DailyFigure } from '@/lib/queries/chart';
import { ACCOUNT_CHARTS } from './account-charts';
import { BLOCK_CHARTS, CONTRACT_CHARTS, GAS_CHARTS, TOKEN_CHARTS } from './chain-charts';
import { FHE_CHARTS } from './fhe-charts';
import type { MissingPolicy } from './fill';
import type { ChartDefinition } from './rule';
import { TRANSACTION_CHARTS, WINDOW_CHARTS } from './transaction-charts';
import { USER_OPERATION_CHARTS } from './user-operation-charts';

/**
 * The sections in their order. Clients expect the first seven, each listed also without charts; ours comes after them,
 * where it has charts.
 */
const SECTIONS = [
  { id: 'accounts', title: 'Accounts', isOurs: false, charts: ACCOUNT_CHARTS },
  { id: 'transactions', title: 'Transactions', isOurs: false, charts: TRANSACTION_CHARTS },
  { id: 'blocks', title: 'Blocks', isOurs: false, charts: BLOCK_CHARTS },
  { id: 'tokens', title: 'Tokens', isOurs: false, charts: TOKEN_CHARTS },
  { id: 'gas', title: 'Gas', isOurs: false, charts: GAS_CHARTS },
  { id: 'contracts', title: 'Contracts', isOurs: false, charts: CONTRACT_CHARTS },
  { id: 'user_ops', title: 'User operations', isOurs: false, charts: USER_OPERATION_CHARTS },
  { id: 'fhe', title: 'FHE', isOurs: true, charts: FHE_CHARTS },
] as const;

/** Every chart that can be listed, in the order of the sections. */
export const CHARTS: readonly ChartDefinition[] = SECTIONS.flatMap(({ charts }) => charts);

const BY_ID = new Map([...CHARTS, ...WINDOW_CHARTS].map((chart) => [chart.id, chart]));

/** A chart by its id, also one that is never listed; undefined when there is none. */
export function findChart(id: string): ChartDefinition | undefined {
  return BY_ID.get(id);
}

/** The sums of the daily figures over the whole chain, as decimal integers. */
export type Totals = Readonly<Record<DailyFigure, string>>;

/** Whether a chart is about a chain with these sums. */
export function isAbout({ onlyWith }: ChartDefinition, totals: Totals): boolean {
  return onlyWith === undefined || totals[onlyWith] !== '0';
}

/** The charts that are listed on a chain with these sums, by section. */
export function listSections(totals: Totals, symbol: string): ChartSection[] {
  const sections = SECTIONS.map(({ id, title, isOurs, charts }) => ({
    isOurs,
    section: {
      id,
      title,
      charts: charts
        .filter((chart: ChartDefinition) => isAbout(chart, totals))
        .map((chart) => describeChart(chart, symbol)),
    },
  }));
  return sections
    .filter(({ isOurs, section }) => !isOurs || section.charts.length > 0)
    .map(({ section }) => section);
}

/** The periods that a chart may be drawn in. */
export function resolutionsOf({ rule, newestDays }: ChartDefinition): readonly Resolution[] {
  if (newestDays !== undefined) return ['DAY'];
  return rule.kind === 'distinct' ? rule.resolutions : RESOLUTIONS;
}

/** What stands for a period without a figure. */
export function missingPolicyOf({ rule }: ChartDefinition): MissingPolicy {
  return rule.kind === 'growth' ? 'previous' : 'zero';
}

/** A chart as the API describes it on a chain with this coin. */
export function describeChart(chart: ChartDefinition, symbol: string): ChartInfo {
  const fill = (text: string) => text.replaceAll('{symbol}', symbol);
  return {
    id: chart.id,
    title: fill(chart.title),
    description: fill(chart.description),
    units: chart.units === null ? null : fill(chart.units),
    resolutions: [...resolutionsOf(chart)],
  };
}
