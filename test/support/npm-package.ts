import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { ROOT } from './source-tree';

const run = promisify(execFile);
const packedSchema = z.array(
  z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }),
);

/** A package of this repository, installed. */
type InstalledPackage = Readonly<{
  /** What npm would publish, sorted. */
  files: readonly string[];
  /** The folder of the package, in the node_modules of an otherwise empty folder. */
  home: string;
  folder: string;
  remove: () => Promise<void>;
}>;

/**
 * Builds a package, packs it as npm does to publish it, and installs that into an empty folder, with the dependencies
 * that this repository has installed.
 */
export async function installPackage(
  name: string,
  { build, dependencies = [] }: Readonly<{ build: string; dependencies?: readonly string[] }>,
): Promise<InstalledPackage> {
  await run(process.execPath, [join(ROOT, 'scripts', build)]);
  const folder = await mkdtemp(join(tmpdir(), 'astrolabe-package-'));
  const pack = async (cwd: string) => {
    const { stdout } = await run(
      'npm',
      ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
      {
        cwd,
      },
    );
    const [packed] = packedSchema.parse(JSON.parse(stdout));
    if (packed === undefined) throw new Error(`npm packed nothing of ${cwd}`);
    return packed;
  };
  const own = await pack(join(ROOT, 'packages', name));
  // npm packs no folder below a node_modules as a package of its own
  await mkdir(join(folder, 'dependencies'));
  const others = [];
  for (const dependency of dependencies) {
    const copy = join(folder, 'dependencies', dependency.replaceAll('/', '-'));
    await cp(join(ROOT, 'node_modules', dependency), copy, { recursive: true, dereference: true });
    others.push(await pack(copy));
  }
  const archives = [...others, own].map(({ filename }) => join(folder, filename));
  const empty = join(folder, 'empty');
  await mkdir(empty);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', ...archives], {
    cwd: empty,
  });
  return {
    files: own.files.map(({ path }) => path).sort(),
    folder: empty,
    home: join(empty, 'node_modules', `astrolabe-${name}`),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
