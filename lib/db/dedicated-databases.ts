/** URLs of a chain's dedicated database (`database` in CHAINS_FILE) and its replica. */
export type DatabaseUrls = Readonly<{ url: string; replicaUrl: string | undefined }>;

/** Handles of dedicated databases: by chain ID, and all of them, one per database. */
export type DedicatedDatabases<T> = Readonly<{ of: ReadonlyMap<number, T>; all: readonly T[] }>;

type ConfiguredChain = Readonly<{
  id: number | undefined;
  database: string | undefined;
  replica: string | undefined;
}>;

/** Opens each database once; chains without a dedicated one are missing. */
export async function openDedicatedDatabases<T>(
  chains: readonly ConfiguredChain[],
  open: (urls: DatabaseUrls) => T | Promise<T>,
): Promise<DedicatedDatabases<T>> {
  const opened = new Map<string, T>();
  const of = new Map<number, T>();
  for (const { id, database, replica } of chains) {
    if (id === undefined || database === undefined) continue;
    const handle = opened.get(database) ?? (await open({ url: database, replicaUrl: replica }));
    opened.set(database, handle);
    of.set(id, handle);
  }
  return { of, all: [...opened.values()] };
}
