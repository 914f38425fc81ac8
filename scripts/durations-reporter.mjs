import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** A reporter of vitest: writes how long each file took, hooks and imports included, which its JSON leaves out. */
export default class DurationsReporter {
  onTestRunEnd(modules) {
    const durations = modules.map((module) => {
      const { collectDuration, duration } = module.diagnostic();
      return { file: relative(process.cwd(), module.moduleId), ms: Math.round(collectDuration + duration) };
    });
    writeFileSync(process.env.DURATIONS_FILE, JSON.stringify(durations));
  }
}
