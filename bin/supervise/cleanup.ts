/** What must be ended when the program ends, in the opposite order of its beginning. */
export type Cleanup = Readonly<{
  /** Adds a step; it runs at once when the end has begun already. */
  add(step: () => Promise<void>): void;
  /** Runs every step, each after the one before; a failing step does not keep the others from running. */
  run(): Promise<void>;
}>;

/** An empty list of steps; what fails among them is told to `report`. */
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
