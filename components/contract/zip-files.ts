import { Zip, ZipDeflate } from 'fflate';
import { toSafePaths } from '@/lib/format/safe-path';
import type { SourceText } from '@/lib/format/source-tree';

/** The earliest time that the format has: the same sources are the same file. */
const MTIME = new Date(1980, 0, 1);

/** A zip file of sources, made as fast as it is read, one file at a time. */
export function zipFiles(files: readonly SourceText[]): ReadableStream<Uint8Array> {
  const paths = toSafePaths(files.map(({ path }) => path));
  const encoder = new TextEncoder();
  const zip = new Zip();
  let next = 0;
  return new ReadableStream({
    start(controller) {
      zip.ondata = (error, bytes, isLast) => {
        if (error) controller.error(error);
        else {
          controller.enqueue(bytes);
          if (isLast) controller.close();
        }
      };
    },
    pull() {
      const [file, path] = [files[next], paths[next]];
      next += 1;
      if (file === undefined || path === undefined) return zip.end();
      const entry = Object.assign(new ZipDeflate(path), { mtime: MTIME });
      zip.add(entry);
      entry.push(encoder.encode(file.text), true);
    },
    cancel() {
      zip.terminate();
    },
  });
}
