import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';

/** Position in the list of verified contracts; the time in Unix seconds, -1 if it is not known. */
export type VerifiedPosition = Readonly<{ rank: number; address: Buffer }>;

/** A verified contract; text and JSON as raw bytes. */
export type VerifiedContractRow = Pick<
  Row<'contract_interfaces'>,
  | 'address'
  | 'is_exact'
  | 'verified_at'
  | 'language'
  | 'compiler_version'
  | 'compiler_settings'
  | 'constructor_arguments'
> & { rank: number; transactions: number };

/** Verified contracts (of a language, as its compiler spells it), the last verified first. */
export async function listVerifiedContracts(
  db: Database,
  page: { language: string | undefined; after: VerifiedPosition | undefined; limit: number },
): Promise<VerifiedContractRow[]> {
  const { language, after, limit } = page;
  const ofLanguage = language === undefined ? db.sql`` : db.sql`and language = ${Buffer.from(language)}`;
  const isAfter =
    after === undefined
      ? db.sql``
      : db.sql`and (coalesce(verified_at, -1), address) < (${after.rank}::bigint, ${after.address}::bytea)`;
  return await db.sql<VerifiedContractRow[]>`
    ${withActivity(
      db,
      db.sql`
        select * from ${db.schema}.contract_interfaces where source = 'verified' ${ofLanguage} ${isAfter}
        order by coalesce(verified_at, -1) desc, address desc limit ${limit}`,
    )}
    order by rank desc, i.address desc`;
}

/** Verified contracts by when they were verified, behind one of them; none behind a contract that is not verified. */
export async function listMatches(
  db: Database,
  page: { after: Buffer | undefined; limit: number; isAscending: boolean },
): Promise<Pick<VerifiedContractRow, 'address' | 'is_exact' | 'verified_at'>[]> {
  const { after, limit, isAscending } = page;
  const [comparison, order] = isAscending ? [db.sql`>`, db.sql`asc`] : [db.sql`<`, db.sql`desc`];
  const isAfter =
    after === undefined
      ? db.sql``
      : db.sql`and (coalesce(verified_at, -1), address) ${comparison} (
          (
            select coalesce(verified_at, -1) from ${db.schema}.contract_interfaces
            where address = ${after} and source = 'verified'
          ),
          ${after}::bytea
        )`;
  return await db.sql<Pick<VerifiedContractRow, 'address' | 'is_exact' | 'verified_at'>[]>`
    select address, is_exact, verified_at from ${db.schema}.contract_interfaces
    where source = 'verified' ${isAfter}
    order by coalesce(verified_at, -1) ${order}, address ${order} limit ${limit}`;
}

/** The verified ones among contracts, in the order given. */
export async function findVerifiedContracts(
  db: Database,
  addresses: readonly Buffer[],
  language: string | undefined,
): Promise<VerifiedContractRow[]> {
  if (addresses.length === 0) return [];
  const list = toArrayLiteral(addresses);
  const ofLanguage = language === undefined ? db.sql`` : db.sql`and language = ${Buffer.from(language)}`;
  return await db.sql<VerifiedContractRow[]>`
    ${withActivity(
      db,
      db.sql`
        select * from ${db.schema}.contract_interfaces
        where address = any(${list}::bytea[]) and source = 'verified' ${ofLanguage}`,
    )}
    order by array_position(${list}::bytea[], i.address)`;
}

function withActivity(db: Database, contracts: Fragment): Fragment {
  return db.sql`
    select i.address, i.is_exact, i.verified_at, i.language, i.compiler_version, i.compiler_settings,
      i.constructor_arguments,
      coalesce(i.verified_at, -1) as rank, coalesce(c.transactions, 0) as transactions
    from (${contracts}) i
    left join lateral (
      select transactions from ${db.schema}.address_counts where address = i.address offset 0
    ) c on true`;
}

/** How many verified contracts are known, and how many of them were verified since a Unix time in seconds. */
export async function countVerifiedContracts(
  db: Database,
  since: number,
): Promise<{ all: string; since: string }> {
  const [row] = await db.sql<{ all: string; since: string }[]>`
    select
      (select count(*)::text from ${db.schema}.contract_interfaces where source = 'verified') as all,
      (
        select count(*)::text from ${db.schema}.contract_interfaces
        where source = 'verified' and coalesce(verified_at, -1) >= ${since}
      ) as since`;
  return row ?? { all: '0', since: '0' };
}
