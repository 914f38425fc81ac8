import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readLicense } from './license.mjs';

const USAGE = `Usage: node scripts/notices.mjs [--check]

Writes the last two parts of THIRD_PARTY_NOTICES: copyrights and licenses of the npm packages that the pages and the container
image contain, from package-lock.json and node_modules, and of those whose declarations lib/db/signatures.txt.gz holds, from
scripts/signatures/sources.json. --check ends with 1 when they are not up to date.`;
const HEADING = '4. Packages from npm';
const TABLE_HEADING = '5. lib/db/signatures.txt.gz';
const RULE = '-'.repeat(80);

const { values } = parseArgs({ options: { check: { type: 'boolean' }, help: { type: 'boolean' } } });
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const before = readFileSync('THIRD_PARTY_NOTICES', 'utf8');
const after = `${before.slice(0, before.lastIndexOf(`\n${HEADING}\n`) + 1)}${describePackages()}${describeTable()}`;
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
  const introduction = `Written by scripts/notices.mjs: the packages in production, by the license that they carry.`;
  return joinGroups(`${HEADING}\n\n${introduction}`, groups.values());
}

function describeTable() {
  const { packages, texts } = JSON.parse(readFileSync('scripts/signatures/sources.json', 'utf8'));
  const groups = texts.map((text, index) => ({
    text,
    lines: packages
      .filter((one) => one.text === index)
      .map(({ name, version, copyrights }) => [`${name} ${version}`, ...copyrights].join('\n    ')),
  }));
  const introduction = `Written by scripts/notices.mjs: the packages whose declarations of functions, events and errors are in the file.`;
  return `\n\n${joinGroups(`${TABLE_HEADING}\n\n${introduction}`, groups)}`;
}

function joinGroups(heading, groups) {
  const parts = [...groups].map(({ text, lines }) => `${lines.join('\n')}\n\n${text}\n`);
  return `${heading}\n\n${parts.join(`\n${RULE}\n\n`)}`;
}
