import { writeText } from './write-text.mjs';

await writeText({
  entry: 'lib/config/env-example.ts',
  format: 'formatEnvExample',
  file: '.env.example',
});
