import { createHash } from 'node:crypto';
import type { CodeRange } from '@/lib/evm/code-metadata';
import type { Artifact } from './artifact';
import { hashMasked, measureBody } from './code-pattern';

/** A contract that a deployed code is of; exact when the metadata's hash is the same too. */
export type ArtifactMatch = Readonly<{ artifact: Artifact; isExact: boolean }>;

/** Artifacts by their runtime code. */
export type ArtifactIndex = Readonly<{
  /** Hash of all artifacts: changes when any of them does. */
  version: string;
  /** The sizes that code may have to match, in bytes. */
  sizes: readonly number[];
  find(code: Buffer): ArtifactMatch | undefined;
}>;

type Shape = Readonly<{ masked: readonly CodeRange[]; byHash: Map<string, Artifact[]> }>;

/** Indexes artifacts by the size of their body, then what is masked in it, then its hash. Of equals, the first wins. */
export function indexArtifacts(artifacts: readonly Artifact[]): ArtifactIndex {
  const bySize = new Map<number, Map<string, Shape>>();
  const version = createHash('sha256');
  for (const artifact of artifacts) {
    const { bodySize, masked, bodyHash } = artifact.code;
    const shapes = bySize.get(bodySize) ?? new Map<string, Shape>();
    bySize.set(bodySize, shapes);
    const key = masked.map(({ start, length }) => `${start}+${length}`).join();
    const shape = shapes.get(key) ?? { masked, byHash: new Map() };
    shapes.set(key, shape);
    shape.byHash.set(bodyHash, [...(shape.byHash.get(bodyHash) ?? []), artifact]);
    version.update(artifact.hash);
  }
  return {
    version: version.digest('hex'),
    sizes: [...new Set(artifacts.map(({ code }) => code.size))],
    find: (code) => {
      const body = code.subarray(0, measureBody(code));
      const candidates = [...(bySize.get(body.length)?.values() ?? [])].flatMap(
        ({ masked, byHash }) => byHash.get(hashMasked(body, masked)) ?? [],
      );
      const exact = candidates.find(
        (artifact) => artifact.code.exactHash === hashMasked(code, artifact.code.deployed),
      );
      const artifact = exact ?? candidates[0];
      return artifact && { artifact, isExact: exact !== undefined };
    },
  };
}
