import type { Resolution } from '@/lib/endpoints/chart';
import type { CHART_TEXTS } from '@/lib/messages/chart-texts';
import { divideRounded, type Weighted } from './decimal';
import type { DailyFigure, ParticipantRole, PeriodCount } from './query';

/** Reads a figure of one day as an integer (amounts in wei); throws for one that the rule does not list. */
export type FigureOf = (figure: DailyFigure) => bigint;

/** A daily figure, or the difference of two. */
export type Amount = Readonly<{ plus: DailyFigure; minus?: DailyFigure }>;

/** How a chart is computed from stored figures. */
export type ChartRule =
  /** Sum over a period, in units of 10^-decimals. */
  | Readonly<{ kind: 'flow'; amount: Amount; decimals: number }>
  | Readonly<{ kind: 'growth'; amount: Amount }>
  /** Daily average, weighted by day in longer periods; days without a value are left out. */
  | Readonly<{
      kind: 'average';
      figures: readonly DailyFigure[];
      /** Whether days can be summed first, because the average is one sum over another. */
      isOfSums: boolean;
      of: (figure: FigureOf) => Weighted | undefined;
    }>
  /** Distinct participants, not additive, so each period is counted separately; or how often they took part. */
  | Readonly<{
      kind: 'distinct';
      role: ParticipantRole;
      count: PeriodCount;
      resolutions: readonly Resolution[];
    }>;

/** A chart; `{symbol}` in its unit is replaced by the native coin's symbol. One that is not listed has texts of its own. */
export type ChartDefinition = Readonly<
  | { id: keyof typeof CHART_TEXTS; texts?: undefined }
  | { id: string; texts: readonly [title: string, description: string] }
> &
  Readonly<{
    units: string | null;
    rule: ChartRule;
    /** Listed only on chains where this figure is above zero. */
    onlyWith?: DailyFigure;
    /** Only the latest days, by day. Such a chart is never listed. */
    newestDays?: number;
  }>;

/** A sum over each period. */
export function flow(plus: DailyFigure, options: { minus?: DailyFigure; decimals?: number } = {}): ChartRule {
  const { minus, decimals = 0 } = options;
  return { kind: 'flow', amount: minus === undefined ? { plus } : { plus, minus }, decimals };
}

/** A running total. */
export function growth(plus: DailyFigure, minus?: DailyFigure): ChartRule {
  return { kind: 'growth', amount: minus === undefined ? { plus } : { plus, minus } };
}

/** Distinct participants of each period. */
export function distinct(
  role: ParticipantRole,
  count: PeriodCount,
  resolutions: readonly Resolution[],
): ChartRule {
  return { kind: 'distinct', role, count, resolutions };
}

/** One figure divided by another, in units of `unit`; undefined on days where the divisor is 0. */
export function averageOver(figure: DailyFigure, over: DailyFigure, unit = 1n): ChartRule {
  return {
    kind: 'average',
    figures: [figure, over],
    isOfSums: true,
    of: (of) => {
      const weight = of(over);
      return weight === 0n ? undefined : { numerator: of(figure), denominator: weight * unit, weight };
    },
  };
}

/** The average of a figure per block, rounded for each day. */
export function roundedByBlock(figure: DailyFigure): ChartRule {
  return {
    kind: 'average',
    figures: [figure, 'blocks'],
    isOfSums: false,
    of: (of) => {
      const weight = of('blocks');
      return { numerator: divideRounded(of(figure), weight), denominator: 1n, weight };
    },
  };
}

/** Gas used divided by gas limit. */
export const UTILIZATION: ChartRule = {
  kind: 'average',
  figures: ['gas_used', 'gas_limit', 'blocks'],
  isOfSums: false,
  of: (of) => {
    const available = of('blocks') * divideRounded(of('gas_limit'), of('blocks'));
    if (available === 0n) return undefined;
    return { numerator: of('gas_used'), denominator: available, weight: available };
  },
};

/** The daily figures a rule reads; none for distinct counts. */
export function figuresOf(rule: ChartRule): readonly DailyFigure[] {
  switch (rule.kind) {
    case 'flow':
    case 'growth':
      return rule.amount.minus === undefined ? [rule.amount.plus] : [rule.amount.plus, rule.amount.minus];
    case 'average':
      return rule.figures;
    case 'distinct':
      return [];
  }
}
