import { createRandom } from './random';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/**
 * Unix seconds for heights 1 to `blocks`, ascending: spread over the `days` before `end` like real activity, growing,
 * lower at night and on weekends, uneven from day to day. Heights above follow every 12 seconds.
 */
export function spreadBlocks(options: {
  blocks: number;
  days: number;
  end: number;
}): (height: number) => number {
  const { blocks, days, end } = options;
  const start = end - days * DAY;
  const rates = Array.from({ length: days * 24 }, (_, hour) =>
    rateAt(start + hour * HOUR, hour / (days * 24)),
  );
  const total = rates.reduce((sum, rate) => sum + rate, 0);
  const random = createRandom('schedule');
  const times: number[] = [];
  let hour = 0;
  let passed = 0;
  for (let index = 0; index < blocks; index++) {
    const goal = ((index + (0.1 + 0.8 * (random.int(1_000) / 1_000))) / blocks) * total;
    for (; hour < rates.length - 1 && passed + (rates[hour] ?? 0) < goal; hour++) passed += rates[hour] ?? 0;
    const within = Math.min((goal - passed) / (rates[hour] ?? 1), 1);
    times.push(Math.max(Math.floor(start + (hour + within) * HOUR), (times.at(-1) ?? start) + 1));
  }
  const last = times.at(-1) ?? start;
  return (height) => times[height - 1] ?? last + 12 * (height - blocks);
}

/** Relative rate of blocks at that time; `progress` runs from 0 to 1 over the whole span. */
function rateAt(time: number, progress: number): number {
  const date = new Date(time * 1_000);
  const isWeekend = date.getUTCDay() === 0 || date.getUTCDay() === 6;
  const daylight = 1 + 0.6 * Math.sin(((date.getUTCHours() - 8) / 24) * 2 * Math.PI);
  const mood = 0.7 + 0.6 * (createRandom(`day ${Math.floor(time / DAY)}`).int(1_000) / 1_000);
  return (0.6 + 0.8 * progress) * (isWeekend ? 0.5 : 1) * daylight * mood;
}
