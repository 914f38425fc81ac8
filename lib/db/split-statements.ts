/** What a semicolon does not end a statement in: strings, names, comments, and text between dollar quotes. */
const WHOLE =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|;|[^'"\-/$;]+|[\s\S]/g;

/** The statements of an SQL text, in order, without their semicolons; comments alone are none. */
export function splitStatements(text: string): string[] {
  const statements = [''];
  for (const [part] of text.matchAll(WHOLE)) {
    if (part === ';') statements.push('');
    else statements[statements.length - 1] += part;
  }
  return statements.map((statement) => statement.trim()).filter(hasCode);
}

function hasCode(statement: string): boolean {
  return statement.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() !== '';
}
