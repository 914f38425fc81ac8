import type { Resolution } from '@/lib/endpoints/chart';
import { withQuery } from '@/lib/format/link';
import { DEFAULT_RANGE, type Range } from './range';

export type CatalogState = Readonly<{ q: string; range: Range; isList: boolean }>;

/** Query state of a chart. `from` and `to` (days) override `range`; `resolution` is the requested one. */
export type ChartState = Readonly<{
  range: Range;
  from: string | undefined;
  to: string | undefined;
  resolution: Resolution | undefined;
  isLog: boolean;
  isTable: boolean;
  page: number;
  /** ID of the chart drawn below. */
  compare: string | undefined;
}>;

/** URL of the catalog; defaults are omitted. */
export function catalogHref(path: string, { q, range, isList }: CatalogState): string {
  return withQuery(path, { q, range: range === DEFAULT_RANGE ? '' : range, view: isList ? 'list' : '' });
}

/** URL of a chart; defaults are omitted. */
export function chartHref(path: string, state: ChartState): string {
  const { range, from = '', to = '', resolution = '' } = state;
  return withQuery(path, {
    range: range === DEFAULT_RANGE || from !== '' || to !== '' ? '' : range,
    from,
    to,
    resolution,
    scale: state.isLog ? 'log' : '',
    view: state.isTable ? 'table' : '',
    page: state.page === 1 ? '' : String(state.page),
    compare: state.compare ?? '',
  });
}
