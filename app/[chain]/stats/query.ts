import type { CatalogState, ChartState } from '@/components/stats/links';
import { DEFAULT_RANGE, parseRange } from '@/components/stats/range';
import { MAX_SEARCH_LENGTH } from '@/components/stats/search-charts';
import { RESOLUTIONS } from '@/lib/endpoints/chart';
import type { SearchParams } from '../load-list';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MAX_ID_LENGTH = 200;
const MAX_PAGES = 10_000;

/** Parses the catalog's query; invalid values are ignored. */
export function readCatalogState(searchParams: SearchParams): CatalogState {
  return {
    q: text(searchParams.q).trim().slice(0, MAX_SEARCH_LENGTH),
    range: parseRange(text(searchParams.range)) ?? DEFAULT_RANGE,
    isList: searchParams.view === 'list',
  };
}

/** Parses a chart's query; invalid values are ignored. */
export function readChartState(searchParams: SearchParams): ChartState {
  const [from, to] = [readDay(searchParams.from), readDay(searchParams.to)];
  const isReversed = from !== undefined && to !== undefined && from > to;
  const page = text(searchParams.page);
  return {
    range: parseRange(text(searchParams.range)) ?? DEFAULT_RANGE,
    from: isReversed ? to : from,
    to: isReversed ? from : to,
    resolution: RESOLUTIONS.find((name) => name === text(searchParams.resolution).toUpperCase()),
    isLog: searchParams.scale === 'log',
    isTable: searchParams.view === 'table',
    compare: text(searchParams.compare).slice(0, MAX_ID_LENGTH) || undefined,
    page: /^\d{1,5}$/.test(page) ? Math.min(Math.max(Number(page), 1), MAX_PAGES) : 1,
  };
}

/** A valid calendar day. */
function readDay(param: string | string[] | undefined): string | undefined {
  const day = text(param);
  const isDay = DAY.test(day) && !Number.isNaN(Date.parse(day));
  return isDay && new Date(day).toISOString().startsWith(day) ? day : undefined;
}

function text(param: string | string[] | undefined): string {
  return typeof param === 'string' ? param : '';
}
