import { watch } from 'node:fs';
import type { AbiItem } from '@/lib/evm/abi-json';
import type { Logger } from '@/lib/log';
import { pause } from '@/lib/retry';
import { type FolderContents, openArtifactFolder } from './artifact-folder';
import { type ArtifactIndex, indexArtifacts } from './artifact-index';
import { isInside } from './list-json-files';

/** What a folder holds now. */
export type WatchedArtifacts = Readonly<{
  readonly index: ArtifactIndex;
  readonly items: readonly AbiItem[];
  /** Resolves when the folder is watched no longer. */
  ended: Promise<void>;
}>;

type FolderWatcher = Readonly<{
  log: Logger;
  signal: AbortSignal;
  onChange?: (items: readonly AbiItem[]) => void;
}>;

/** A build writes many files: they are read once it pauses. */
const SETTLE_MS = 250;
/** Poll interval where events may be missing: on file systems without them, or after the folder was replaced. */
const POLL_MS = 2_000;
const POLL_WATCHED_MS = 15_000;
const MAX_WATCHED = 2_000;
/** Platforms with recursive watches; elsewhere each folder needs its own. */
const IS_RECURSIVE = process.platform === 'darwin' || process.platform === 'win32';

/**
 * Reads a folder of ABI files and artifacts, and again after each change until `signal` aborts. Throws AppError `config`
 * when it cannot be read at first; while it is away later, what it held stays.
 */
export async function watchArtifacts(
  folder: string,
  { log, signal, onChange }: FolderWatcher,
): Promise<WatchedArtifacts> {
  const opened = openArtifactFolder(folder, log);
  let contents = await opened.read();
  let index = indexArtifacts(contents.artifacts);
  const take = (next: FolderContents) => {
    if (next === contents) return;
    contents = next;
    index = indexArtifacts(next.artifacts);
    log.info({ folder, contracts: next.artifacts.length }, 'reloaded ABI_DIR');
    onChange?.(next.items);
  };
  const follow = async () => {
    while (!signal.aborted) {
      const events = openEvents(opened.listFolders());
      try {
        // What changed before the events began.
        take(await opened.read());
        await events.next(signal);
        if (!signal.aborted) await pause(SETTLE_MS, signal);
        take(await opened.read());
      } catch (error) {
        log.debug({ error }, 'could not read ABI_DIR; retrying');
        await pause(POLL_MS, signal);
      } finally {
        events.close();
      }
    }
  };
  return {
    get index() {
      return index;
    },
    get items() {
      return contents.items;
    },
    ended: follow(),
  };
}

function listOutermost(folders: readonly string[]): string[] {
  const found: string[] = [];
  for (const folder of folders) if (!found.some((outer) => isInside(outer, folder))) found.push(folder);
  return found;
}

type Events = Readonly<{ next(signal: AbortSignal): Promise<void>; close(): void }>;

/** Changes in folders; `next` also resolves after a while, in case an event was missed. */
function openEvents(folders: readonly string[]): Events {
  const stopping = new AbortController();
  const happened = new AbortController();
  const seen = () => happened.abort();
  const watched = IS_RECURSIVE ? listOutermost(folders) : folders;
  let isWatched = watched.length > 0 && watched.length <= MAX_WATCHED;
  for (const folder of isWatched ? watched : []) {
    try {
      const options = { signal: stopping.signal, recursive: IS_RECURSIVE, persistent: false };
      watch(folder, options, seen).on('error', seen);
    } catch {
      // No such folder any more, or more watches than the system allows.
      isWatched = false;
    }
  }
  return {
    next: async (signal) => {
      await pause(isWatched ? POLL_WATCHED_MS : POLL_MS, AbortSignal.any([signal, happened.signal]));
    },
    close: () => stopping.abort(),
  };
}
