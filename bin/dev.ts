import { runProgram } from './common/run-program';
import { openProject } from './dev/open-project';

// The explorer of the project in a folder: settings for `npm start`, found by looking around.
await runProgram(async () => {
  await openProject(process.argv[2] ?? process.cwd());
  await import('./supervise');
});
process.exit();
