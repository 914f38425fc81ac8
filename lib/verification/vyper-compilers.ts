import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Compilers of Vyper that the operator has put into a folder. */
export type VyperCompilers = Readonly<{
  /** Newest first, as `0.3.10+commit.91361694`, or without a commit where the file names none. */
  list(): Promise<string[]>;
  /** The file of a version, with or without its commit; undefined for none. */
  find(version: string): Promise<string | undefined>;
}>;

/** As releases of Vyper name their files: `vyper.0.3.10+commit.91361694.linux`; the short form has a version alone. */
const FILE =
  /^vyper\.(\d{1,3}\.\d{1,3}\.\d{1,3}(\+commit\.[0-9a-f]{7,8})?)(\.linux|\.darwin|\.windows\.exe)?$/;

/** Opens the compilers of a folder, which is read anew each time; without a folder there are none. */
export function openVyperCompilers(folder: string | undefined): VyperCompilers {
  const listFiles = async () => {
    const names = folder === undefined ? [] : await readdir(folder).catch(() => []);
    return names
      .flatMap((name) => {
        const version = FILE.exec(name)?.[1];
        return version === undefined ? [] : [{ name, version, rank: rankOf(version) }];
      })
      .sort((one, other) => other.rank - one.rank || one.name.localeCompare(other.name));
  };
  return {
    list: async () => [...new Set((await listFiles()).map(({ version }) => version))],
    find: async (wanted) => {
      const found = (await listFiles()).find(({ version }) => isSameVersion(version, wanted));
      return found && folder !== undefined ? join(folder, found.name) : undefined;
    },
  };
}

/** Commits are abbreviated differently, or left out. */
export function isSameVersion(one: string, other: string): boolean {
  const [[first, firstCommit = ''], [second, secondCommit = '']] = [one.split('+'), other.split('+')];
  return first === second && (firstCommit.startsWith(secondCommit) || secondCommit.startsWith(firstCommit));
}

function withoutCommit(version: string): string {
  return version.replace(/\+.*$/, '');
}

function rankOf(version: string): number {
  const [major = 0, minor = 0, patch = 0] = withoutCommit(version).split('.').map(Number);
  return major * 1_000_000 + minor * 1_000 + patch;
}
