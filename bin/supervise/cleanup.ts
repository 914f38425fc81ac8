/** Shutdown steps, run in reverse order. */
export type Cleanup = Readonly<{
  /** Adds a step; runs it immediately if shutdown has begun. */
  add(step: () => Promise<void>): void;
  /** Runs all steps sequentially, continuing after a failure. */
  run(): Promise<void>;
}>;

/** `report` receives the errors of failed steps. */
export function createCleanup(report: (error: unknown) => void): Cleanup {
  const steps: (() => Promise<void>)[] = [];
  const late: Promise<void>[] = [];
  let hasBegun = false;
  const attempt = (step: () => Promise<void>) => step().catch(report);
  return {
    add(step) {
      if (hasBegun) late.push(attempt(step));
      else steps.push(step);
    },
    async run() {
      hasBegun = true;
      for (let step = steps.pop(); step; step = steps.pop()) await attempt(step);
      await Promise.all(late);
    },
  };
}
