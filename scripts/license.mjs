import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The license of a package without its copyright lines, the only difference between most of them; `name` if it has none. */
export function readLicense(path, name) {
  const files = existsSync(path)
    ? readdirSync(path).filter((file) => /^(licen[cs]e|notice)/i.test(file))
    : [];
  if (files.length === 0) return { key: name, text: `${name} (no text in the package)`, copyrights: [] };
  const lines = files.flatMap((file) => readFileSync(`${path}/${file}`, 'utf8').trim().split(/\r?\n/));
  const isCopyright = (line) => /^\s*copyright (\(c\)|©|\d{4}|[A-Z][a-z]+ )/.test(line.replace(/^\s*C/, 'c'));
  const copyrights = lines.filter(isCopyright).map((line) => line.trim());
  const rest = lines.filter((line) => !isCopyright(line));
  const key = rest
    .join(' ')
    .toLowerCase()
    .replace(/^.*?(?=permission (is hereby|to use))/, '')
    .replace(/[^a-z]+/g, ' ');
  return {
    key,
    text: rest
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    copyrights,
  };
}
