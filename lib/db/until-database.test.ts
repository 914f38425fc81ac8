import { expect, test } from 'vitest';
import { isDatabaseRestarting } from './database-away';
import { untilDatabase } from './until-database';

const withCode = (code: string) => Object.assign(new Error(code), { code });

/** Throws the errors one after the other, then returns how often it was run. */
function failing(...codes: string[]) {
  let runs = 0;
  return async () => {
    const code = codes[runs];
    runs += 1;
    if (code !== undefined) throw withCode(code);
    return runs;
  };
}

test('what a server that stops, crashed or starts refuses is run again', async () => {
  const run = failing('57P01', '57P02', '57P03');
  expect(await untilDatabase(run, { isAway: isDatabaseRestarting })).toBe(4);
});

test('another error ends it at once', async () => {
  const run = failing('57P03', '28P01');
  await expect(untilDatabase(run, { isAway: isDatabaseRestarting })).rejects.toThrow('28P01');
  expect(await run()).toBe(3);
});

test('it ends with the last error after its time, and when it is aborted', async () => {
  const waiting = { isAway: isDatabaseRestarting, timeoutMs: 0 };
  await expect(untilDatabase(failing('57P03'), waiting)).rejects.toThrow('57P03');
  const signal = AbortSignal.abort();
  await expect(untilDatabase(failing('57P02'), { isAway: isDatabaseRestarting, signal })).rejects.toThrow(
    '57P02',
  );
});
