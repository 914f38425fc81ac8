import { writeText } from './write-text.mjs';

await writeText({
  entry: 'lib/endpoints/compatibility.ts',
  format: 'formatCompatibility',
  file: 'docs/compatibility.md',
});
