const INVISIBLE = /[\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** Pretty-printed JSON, exact bigints, invisible characters escaped; truncated to `maxLength` and an ellipsis. */
export function formatJson(value: unknown, maxLength = 20_000): string {
  const text = writeValue(value, '', { left: maxLength });
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Characters left, so that no more of a huge value is serialized than is shown. */
type Budget = { left: number };

function writeValue(value: unknown, indent: string, budget: Budget): string {
  if (typeof value !== 'object' || value === null) {
    const text = writeScalar(value);
    budget.left -= text.length;
    return text;
  }
  const isArray = Array.isArray(value);
  const lines: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    if (budget.left <= 0) break;
    const name = isArray ? '' : `${writeScalar(key)}: `;
    budget.left -= indent.length + 2 + name.length;
    lines.push(`${indent}  ${name}${writeValue(member, `${indent}  `, budget)}`);
  }
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

function writeScalar(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  const text = JSON.stringify(value) ?? 'null';
  return text.replace(
    INVISIBLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
