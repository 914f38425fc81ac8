import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, ROOT, readSources, type SourceFile } from './support/source-tree';

const sources = [
  ...readSources(['lib', 'components', 'app', 'bin', 'demo']),
  ...readSources(['.']).filter((file) => file.path === 'proxy.ts'),
];

const SHARED = [
  'lib/bounded-cache',
  'lib/errors',
  'lib/log',
  'lib/retry',
  'lib/request-scope',
  'lib/tracing',
  'lib/rate-key',
];

/** Allowed imports (docs/architecture.md). `config:type` allows only the types of the configuration. */
const LAYERS: Record<string, readonly string[]> = {
  'lib/config': ['lib/errors', 'lib/image-type'],
  'lib/image-type': [],
  'lib/name-skeleton': [],
  'lib/bound-server': [],
  'lib/bounded-cache': [],
  'lib/durable-file': [],
  'lib/errors': [],
  'lib/log': [],
  'lib/markup-handover': [],
  'lib/free-port': [],
  'lib/retry': [],
  'lib/rate-key': [],
  'lib/api-path': [],
  'lib/tracing': [],
  'lib/request-scope': ['lib/tracing'],
  'lib/messages': ['lib/language'],
  'lib/evm': ['lib/messages'],
  'lib/fhe': ['lib/evm'],
  'lib/pages': ['lib/endpoints', 'lib/language'],
  'lib/format': ['lib/evm', 'lib/language', 'lib/pages'],
  'lib/language': [],
  'lib/endpoints': ['lib/evm', 'lib/fhe'],
  'lib/sentence': ['lib/endpoints', 'lib/evm', 'lib/format', 'lib/language'],
  'lib/proof': ['lib/bounded-cache', 'lib/evm', 'lib/errors', 'lib/messages', 'lib/rpc'],
  'lib/rpc': [...SHARED, 'lib/evm', 'config:type'],
  'lib/db': [...SHARED, 'lib/durable-file', 'lib/free-port', 'lib/evm', 'config:type'],
  'lib/indexer': [
    'lib/rpc',
    'lib/db',
    'lib/evm',
    'lib/artifacts',
    'lib/labels',
    'lib/fhe',
    'lib/proof',
    'lib/messages',
    'lib/endpoints/backend-version',
    ...SHARED,
    'config:type',
  ],
  'lib/verification': [
    'lib/messages',
    'lib/queries',
    'lib/db',
    'lib/rpc',
    'lib/evm',
    'lib/durable-file',
    ...SHARED,
  ],
  'lib/artifacts': ['lib/evm', ...SHARED],
  'lib/labels': ['lib/evm', 'lib/fhe', 'lib/errors', 'lib/image-type'],
  // lib/api/<entity>/*query.ts
  'lib/queries': [
    'lib/api/cache',
    'lib/db',
    'lib/evm',
    'lib/fhe',
    'lib/labels',
    'lib/image-type',
    'lib/name-skeleton',
  ],
  'lib/api': [
    'lib/queries',
    'lib/db',
    'lib/rpc',
    'lib/artifacts',
    'lib/verification',
    'lib/endpoints',
    'lib/sentence',
    'lib/language/t',
    'lib/messages',
    'lib/format/list-amount-tokens',
    'lib/evm',
    'lib/fhe',
    'lib/proof',
    'lib/bound-server',
    ...SHARED,
    'config:type',
  ],
  'lib/client': [
    'lib/endpoints',
    'lib/format',
    'lib/language',
    'lib/messages',
    'lib/evm',
    'lib/sentence',
    'lib/errors',
    'lib/retry',
    'lib/config',
    'lib/request-scope',
  ],
  components: [
    'lib/endpoints',
    'lib/language',
    'lib/messages',
    'lib/sentence',
    'lib/format',
    'lib/pages',
    'lib/fhe',
    'lib/evm/builder-index',
    'lib/evm/call-answer',
    'lib/evm/call-form',
    'lib/evm/guess-events',
    'lib/evm/guess-functions',
    'lib/evm/opcodes',
    'lib/evm/parse-signature',
    'lib/evm/token-standards',
    'lib/evm/unlimited',
    'lib/client/live',
    'lib/proof/check-access-list-proof',
    'lib/proof/check-proof',
    'lib/proof/check-transaction-proof',
    'lib/proof/read-header',
  ],
  app: [
    'components',
    'lib/client',
    'lib/endpoints',
    'lib/sentence',
    'lib/format',
    'lib/language',
    'lib/markup-handover',
    'lib/messages',
    'lib/pages',
    'lib/evm/call-answer',
    'lib/evm/call-form',
    'lib/evm/guess-events',
    'lib/evm/guess-functions',
    'lib/evm/name-lookups',
    'lib/evm/name-sources',
    'lib/evm/signatures',
    'lib/evm/read-approvals',
    'lib/evm/token-standards',
    'lib/fhe/read-access',
    'lib/fhe/read-handle-events',
    'lib/bound-server',
    'lib/config',
    'lib/errors',
    'lib/log',
    'lib/request-scope',
    'lib/rate-key',
  ],
  'proxy.ts': ['lib/config', 'lib/api-path', 'lib/format/link-path'],
  demo: ['lib/config', ...SHARED, 'lib/durable-file', 'lib/free-port', 'lib/evm', 'lib/fhe', 'lib/rpc'],
  bin: ['lib', 'demo'],
};

/** Packages allowed in the pure layers; other layers are free. */
const PACKAGES: Record<string, RegExp> = {
  'lib/errors': /^$/,
  'lib/log': /^pino$/,
  'lib/config': /^(zod|node:.*)$/,
  'lib/evm': /^(viem|abitype|hash-wasm)/,
  'lib/proof': /^(viem|@bitauth\/libauth|@noble\/curves|secp256k1|lru-cache|node:module)/,
  'lib/fhe': /^viem/,
  'lib/pages': /^$/,
  'lib/language': /^(zod|node:.*)$/,
  'lib/format': /^viem/,
  'lib/endpoints': /^zod/,
};

const layerOf = (path: string): string => {
  // SQL stays below what presents and answers.
  if (/^lib\/api\/[^/]+\/([\w-]+-)?query(\.ts)?$/.test(path)) return 'lib/queries';
  const match = /^(lib\/[^/.]+|[^/]+)/.exec(path);
  return match?.[0] ?? path;
};
const within = (path: string, allowed: string) => path === allowed || path.startsWith(`${allowed}/`);

function forbiddenImports(file: SourceFile): string[] {
  const layer = layerOf(file.path);
  const allowed = LAYERS[layer];
  if (!allowed) return [`${file.path}: unknown layer ${layer}`];
  return file.imports.flatMap((entry) => {
    if (entry.path === undefined) {
      const packages = PACKAGES[layer];
      const isUi = /^(react|next)(\/|$)/.test(entry.specifier);
      if (packages && !packages.test(entry.specifier)) return [`${file.path} imports ${entry.specifier}`];
      if (isUi && layer.startsWith('lib/') && layer !== 'lib/client')
        return [`${file.path} imports ${entry.specifier}`];
      return [];
    }
    const target = entry.path;
    if (layerOf(target) === layer) return [];
    if (entry.typeOnly && within(target, 'lib/config') && allowed.includes('config:type')) return [];
    return allowed.some((name) => within(target, name) || layerOf(target) === name)
      ? []
      : [`${file.path} imports ${target}`];
  });
}

test('a layer imports only the layers and packages that the architecture allows', () => {
  expect(sources.length).toBeGreaterThan(20);
  expect(sources.flatMap(forbiddenImports)).toEqual([]);
});

test('no handler imports another: what they share is a loader', () => {
  const isHandler = (path: string) => /^lib\/api\/[^/]+\/([\w-]+-)?handler(\.ts)?$/.test(path);
  const handlers = sources.filter(({ path }) => isHandler(path));
  expect(handlers.length).toBeGreaterThan(20);
  const crossing = handlers.flatMap(({ path, imports }) =>
    imports.flatMap((entry) =>
      entry.path !== undefined && isHandler(entry.path) ? [`${path} imports ${entry.path}`] : [],
    ),
  );
  expect(crossing).toEqual([]);
});

test('what presents an entity has a unit test beside it', () => {
  const names = listFiles(join(ROOT, 'lib/api')).filter((path) => path.endsWith('present.ts'));
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((path) => !existsSync(path.replace(/\.ts$/, '.test.ts')))).toEqual([]);
});

test('no value import goes in a circle', () => {
  const graph = new Map(
    sources.map((file) => [
      file.path.replace(/\.tsx?$/, ''),
      file.imports.flatMap((entry) => (entry.path !== undefined && !entry.typeOnly ? [entry.path] : [])),
    ]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    if (trail.includes(path) || done.has(path)) return;
    for (const next of graph.get(path) ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) walk(path, []);
  expect(circles).toEqual([]);
});

test('files stay within 300 lines, functions within 50, components within 150, parameters within 3', () => {
  const isComponent = (file: SourceFile, name: string) => file.path.endsWith('.tsx') && /^[A-Z]/.test(name);
  // Generated code is not ours to shorten.
  const longFiles = sources
    .filter((file) => file.lines > 300 && !file.text.startsWith('// Generated'))
    .map((file) => `${file.path}: ${file.lines} lines`);
  const longFunctions = sources.flatMap((file) =>
    file.functions
      .filter((fn) => fn.lines > (isComponent(file, fn.name) ? 150 : 50) || fn.params > 3)
      .map((fn) => `${file.path}:${fn.line} ${fn.name}: ${fn.lines} lines, ${fn.params} parameters`),
  );
  expect([...longFiles, ...longFunctions]).toEqual([]);
});

test('types are parsed, not asserted', () => {
  const asserted = sources.flatMap((file) => file.assertions.map((line) => `${file.path}:${line}`));
  expect(asserted).toEqual([]);
});

test('the environment is read in one file', () => {
  const readers = sources.filter((file) => /\bprocess\.env\b/.test(file.text)).map((file) => file.path);
  expect(readers).toEqual(['lib/config.ts']);
});

test('what lib exports has a docstring', () => {
  const missing = sources.filter((file) => file.path.startsWith('lib/')).flatMap((file) => file.undocumented);
  expect(missing).toEqual([]);
});

test('client components are leaves in components/, never routes', () => {
  const clients = sources.filter((file) => /^['"]use client['"]/m.test(file.text)).map((file) => file.path);
  const misplaced = clients.filter(
    (path) => !path.startsWith('components/') && path !== 'lib/client/live.ts',
  );
  // Next requires error boundaries to be client components; enhancer.tsx has one in the script of the layout.
  expect(misplaced.filter((path) => !/^app\/((.*\/)?(global-)?error|enhancer)\.tsx$/.test(path))).toEqual([]);
});

test('tests mock no module and leave no work undone', () => {
  const files = ['lib', 'components', 'app', 'bin', 'demo', 'e2e', 'test']
    .flatMap((folder) => listFiles(join(ROOT, folder)))
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('architecture.test.ts'));
  const offending = files.filter((path) =>
    /\bvi\.(mock|doMock)\(|\bTODO\b|\bFIXME\b/.test(readFileSync(path, 'utf8')),
  );
  expect(offending).toEqual([]);
});
