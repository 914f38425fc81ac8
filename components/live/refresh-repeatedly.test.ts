import { expect, test, vi } from 'vitest';
import { refreshRepeatedly } from './refresh-repeatedly';

test('a page is refreshed until it shows what is new, ever more rarely, and soon after it was held', () => {
  vi.useFakeTimers();
  try {
    let [isHeld, start] = [true, Date.now()];
    const refreshed: number[] = [];
    const stop = refreshRepeatedly(() => {
      if (!isHeld) refreshed.push(Date.now() - start);
      return !isHeld;
    });
    vi.advanceTimersByTime(10_000);
    expect(refreshed).toEqual([]);
    [isHeld, start] = [false, Date.now()];
    vi.advanceTimersByTime(200_000);
    expect(refreshed).toEqual([500, 5_500, 15_500, 35_500, 75_500, 135_500, 195_500]);
    stop();
    vi.advanceTimersByTime(200_000);
    expect(refreshed).toHaveLength(7);
  } finally {
    vi.useRealTimers();
  }
});
