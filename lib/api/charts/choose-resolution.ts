import { RESOLUTIONS, type Resolution, SERIES_POINTS } from '@/lib/endpoints/chart';
import { resolutionsOf } from './catalog';
import { countPeriods, type Day } from './periods';
import type { ChartDefinition } from './rule';

/** The finest resolution from `finest` on that fits `SERIES_POINTS` points, else the coarsest supported. */
export function chooseResolution(
  chart: ChartDefinition,
  finest: Resolution,
  days: Readonly<{ first: Day; last: Day }> | undefined,
): Resolution {
  const all = resolutionsOf(chart);
  const allowed = all.filter((name) => RESOLUTIONS.indexOf(name) >= RESOLUTIONS.indexOf(finest));
  const fitting = allowed.find(
    (name) => days === undefined || countPeriods(days.first, days.last, name) <= SERIES_POINTS,
  );
  return fitting ?? all.at(-1) ?? finest;
}
