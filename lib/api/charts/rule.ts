import type { Resolution } from '@/lib/endpoints/chart';
import type { DailyFigure, ParticipantRole, PeriodCount } from '@/lib/queries/chart';
import { divideRounded, type Weighted } from './decimal';

/** Gives a figure of one day as an integer, money in wei. It throws for one that the rule does not name. */
export type FigureOf = (figure: DailyFigure) => bigint;

/** A daily figure, or one without another. */
export type Amount = Readonly<{ plus: DailyFigure; minus?: DailyFigure }>;

/** How a chart's figure is made from what is stored. */
export type ChartRule =
  /** Added up over a period; `decimals` digits of it stand behind the point. */
  | Readonly<{ kind: 'flow'; amount: Amount; decimals: number }>
  /** Added up since the beginning. */
  | Readonly<{ kind: 'growth'; amount: Amount }>
  /** A daily average, in longer periods weighted by day. Days that give nothing are left out. */
  | Readonly<{
      kind: 'average';
      figures: readonly DailyFigure[];
      /** Whether the days of a period can be added up first: the average is one sum over another. */
      isOfSums: boolean;
      of: (figure: FigureOf) => Weighted | undefined;
    }>
  /** Who took part, each once: not additive, so every period is counted apart. */
  | Readonly<{
      kind: 'distinct';
      role: ParticipantRole;
      count: PeriodCount;
      resolutions: readonly Resolution[];
    }>;

/** A chart. `{symbol}` in its texts stands for the symbol of the chain's coin. */
export type ChartDefinition = Readonly<{
  id: string;
  title: string;
  description: string;
  units: string | null;
  rule: ChartRule;
  /** Listed only where the chain has some of this figure: the chart is about a kind of chain. */
  onlyWith?: DailyFigure;
  /** The newest days alone, and no other periods than days. Such a chart is never listed. */
  newestDays?: number;
}>;

/** What is added up over each period. */
export function flow(plus: DailyFigure, options: { minus?: DailyFigure; decimals?: number } = {}): ChartRule {
  const { minus, decimals = 0 } = options;
  return { kind: 'flow', amount: minus === undefined ? { plus } : { plus, minus }, decimals };
}

/** What is added up since the beginning. */
export function growth(plus: DailyFigure, minus?: DailyFigure): ChartRule {
  return { kind: 'growth', amount: minus === undefined ? { plus } : { plus, minus } };
}

/** Who took part in each period. */
export function distinct(
  role: ParticipantRole,
  count: PeriodCount,
  resolutions: readonly Resolution[],
): ChartRule {
  return { kind: 'distinct', role, count, resolutions };
}

/** The average of a figure over all of another, in units of `unit`; nothing on a day without any. */
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

/** The average of a figure over blocks, rounded day by day. */
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

/** Gas used of the gas that there was: in longer periods all of one by all of the other. */
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

/** The daily figures that a rule reads: none for counts of who took part. */
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
