import { VARIABLES } from './variables';

const WIDTH = 100;

/** The text of `.env.example`: every variable with its meaning, commented out, at its default or an example. */
export function formatEnvExample(): string {
  const entries = Object.entries(VARIABLES).map(([name, variable]) => {
    const value = variable.default ?? variable.example ?? '';
    return `${wrap(variable.meaning)}\n#${name}=${value}\n`;
  });
  const head = wrap(
    'Copy to .env and set what you need; nothing is needed. A line shows the default or, where there is none, an example. Made by `node scripts/env-example.mjs` from lib/config/variables.ts.',
  );
  return `${head}\n\n${entries.join('\n')}`;
}

function wrap(text: string): string {
  const lines: string[] = [];
  let line = '#';
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return [...lines, line].join('\n');
}
