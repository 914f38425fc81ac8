/** The database of a chain, if it has one of its own (`database` in CHAINS_FILE), and its replica. */
export type Home = Readonly<{ url: string; replicaUrl: string | undefined }>;

/** What was opened for the databases that chains have of their own: by chain ID, and one a database. */
export type Homes<T> = Readonly<{ of: ReadonlyMap<number, T>; all: readonly T[] }>;

type Configured = Readonly<{
  id: number | undefined;
  database: string | undefined;
  replica: string | undefined;
}>;

/** Opens each database once; chains without one are missing. */
export async function openHomes<T>(
  chains: readonly Configured[],
  open: (home: Home) => T | Promise<T>,
): Promise<Homes<T>> {
  const opened = new Map<string, T>();
  const of = new Map<number, T>();
  for (const { id, database, replica } of chains) {
    if (id === undefined || database === undefined) continue;
    const home = opened.get(database) ?? (await open({ url: database, replicaUrl: replica }));
    opened.set(database, home);
    of.set(id, home);
  }
  return { of, all: [...opened.values()] };
}
