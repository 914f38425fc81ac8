import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE = `Usage: node scripts/notices.mjs [--check]

Writes the last part of THIRD_PARTY_NOTICES: copyrights and licenses of the npm packages that the pages and the container
image contain, from package-lock.json and node_modules. --check ends with 1 when that part is not up to date.`;
const HEADING = '4. Packages from npm';
const RULE = '-'.repeat(80);

const { values } = parseArgs({ options: { check: { type: 'boolean' }, help: { type: 'boolean' } } });
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const before = readFileSync('THIRD_PARTY_NOTICES', 'utf8');
const after = `${before.slice(0, before.lastIndexOf(`\n${HEADING}\n`) + 1)}${describePackages()}`;
if (!values.check) writeFileSync('THIRD_PARTY_NOTICES', after);
else if (before !== after) {
  console.error('THIRD_PARTY_NOTICES is not up to date: node scripts/notices.mjs');
  process.exitCode = 1;
}

function describePackages() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const groups = new Map();
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '' || /\/@types\//.test(path)) continue;
    if (entry.dev || entry.devOptional || entry.optional || entry.peer) continue;
    const license = readLicense(path, entry.license);
    const group = groups.get(license.key) ?? { text: license.text, lines: [] };
    const name = `${path.replace(/^.*node_modules\//, '')} ${entry.version}`;
    group.lines.push([name, ...license.copyrights].join('\n    '));
    groups.set(license.key, group);
  }
  const parts = [...groups.values()].map(({ text, lines }) => `${lines.join('\n')}\n\n${text}\n`);
  const introduction = `Written by scripts/notices.mjs: the packages in production, by the license that they carry.`;
  return `${HEADING}\n\n${introduction}\n\n${parts.join(`\n${RULE}\n\n`)}`;
}

/** A license text without its copyright lines, the only difference between most of them. */
function readLicense(path, name) {
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
