import type { Resolution } from '@/lib/endpoints/chart';
import { withQuery } from '@/lib/format/link';
import { DEFAULT_RANGE, type Range } from './range';

/** What the URL of the catalog says. */
export type CatalogState = Readonly<{ q: string; range: Range; isList: boolean }>;

/** What the URL of a chart says. `from` and `to` are days and lead over `range`; `resolution` is as it was asked. */
export type ChartState = Readonly<{
  range: Range;
  from: string | undefined;
  to: string | undefined;
  resolution: Resolution | undefined;
  isLog: boolean;
  isTable: boolean;
  page: number;
}>;

/** The catalog in a state; what is as usual stays out of the URL. */
export function catalogHref(path: string, { q, range, isList }: CatalogState): string {
  return withQuery(path, { q, range: range === DEFAULT_RANGE ? '' : range, view: isList ? 'list' : '' });
}

/** A chart in a state; what is as usual stays out of the URL. */
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
  });
}
