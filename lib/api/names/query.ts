import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Sql } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import { hexToBuffer } from '@/lib/evm/hex';
import { NAME_SOURCES, type StoredName } from '@/lib/evm/name-sources';
import { BUILT_IN } from '@/lib/evm/signatures';

/** A name of a selector (4 bytes) or topic (32). */
export type NamedKey = Pick<Row<'signatures'>, 'key' | 'signature'>;

const IMPORTED = NAME_SOURCES.indexOf('imported');
const FETCHED = NAME_SOURCES.indexOf('fetched');
/** More names of one key are made to collide. */
const MAX_NAMES = 16;
/** Declarations of one name. */
const MAX_NAMED = 20;

/** The names of keys, of each the likeliest first, at most 16. */
export async function listSignatures(sql: Sql, keys: readonly Buffer[]): Promise<(NamedKey & StoredName)[]> {
  const rows = await sql<Pick<Row<'signatures'>, 'key' | 'signature' | 'source'>[]>`
    select found.key, found.signature, found.source
    from unnest(${toArrayLiteral(keys)}::bytea[]) as wanted (key)
    cross join lateral (
      select key, signature, source from gateway.signatures
      where signatures.key = wanted.key
      order by source, rank, length(signature), signature limit ${MAX_NAMES}
    ) as found`;
  return withSources(rows);
}

function withSources(
  rows: readonly Pick<Row<'signatures'>, 'key' | 'signature' | 'source'>[],
): (NamedKey & StoredName)[] {
  return rows.flatMap(({ key, signature, source }) => {
    const name = NAME_SOURCES[source];
    return name === undefined ? [] : [{ key, signature, source: name }];
  });
}

/** At most 20 declarations of a name in any case: built-in ones in their order, then shipped ones, short before long. */
export async function listSignaturesNamed(sql: Sql, name: string): Promise<(NamedKey & StoredName)[]> {
  if (!/^[\w$]+$/.test(name)) return [];
  const rows = await sql<Pick<Row<'signatures'>, 'key' | 'signature' | 'source'>[]>`
    select key, signature, source from gateway.signatures
    where lower(substring(signature from '([A-Za-z0-9_$]+)\\(')) = ${name.toLowerCase()}
    order by array_position(${toArrayLiteral(builtInKeys(name))}::bytea[], key), source, rank, length(signature), signature, key
    limit ${MAX_NAMED}`;
  return withSources(rows);
}

/** Selectors and topics of built-in declarations of a name in any case. */
function builtInKeys(name: string): Buffer[] {
  const { functions, events, errors } = BUILT_IN;
  return [functions, events, errors].flatMap((lookup) =>
    [...lookup].flatMap(([key, [item]]) =>
      item?.name.toLowerCase() === name.toLowerCase() ? [hexToBuffer(key.replace(/\/.*/, ''))] : [],
    ),
  );
}

/** The keys that were not looked up for `days`. */
export async function listKeysDue(sql: Sql, keys: readonly Buffer[], days: number): Promise<Buffer[]> {
  const rows = await sql<{ key: Buffer }[]>`
    select wanted.key from unnest(${toArrayLiteral(keys)}::bytea[]) as wanted (key)
    where not exists (
      select from gateway.signature_lookups lookup
      where lookup.key = wanted.key and lookup.looked_up_at > now() - make_interval(days => ${days})
    )`;
  return rows.map(({ key }) => key);
}

/** Stores the names that a service knows of the keys that it was sent, and that it was. */
export async function storeLookedUp(
  sql: Sql,
  keys: readonly Buffer[],
  names: readonly NamedKey[],
): Promise<void> {
  await sql`
    with looked_up as (
      insert into gateway.signature_lookups (key)
      select key from unnest(${toArrayLiteral(keys)}::bytea[]) as sent (key) order by key
      on conflict (key) do update set looked_up_at = now()
    )
    insert into gateway.signatures (key, signature, source)
    select key, signature, ${FETCHED}
    from unnest(${keysOf(names)}::bytea[], ${textsOf(names)}::text[]) as named (key, signature)
    order by key, signature
    on conflict (key, signature) do nothing`;
}

/** Stores imported names; how many are new, or were only fetched so far. */
export async function importSignatures(sql: Sql, names: readonly NamedKey[]): Promise<number> {
  const { count } = await sql`
    insert into gateway.signatures as known (key, signature, source)
    select distinct key, signature, ${IMPORTED}::smallint
    from unnest(${keysOf(names)}::bytea[], ${textsOf(names)}::text[]) as named (key, signature)
    order by key, signature
    on conflict (key, signature) do update set source = excluded.source where known.source <> excluded.source`;
  return count;
}

/** Deletes lookups older than `days` or beyond the latest `most`, with the names they fetched. */
export async function pruneLookedUp(
  sql: Sql,
  { days, most }: Readonly<{ days: number; most: number }>,
): Promise<number> {
  const { count } = await sql`
    with old as (
      delete from gateway.signature_lookups
      where looked_up_at < now() - make_interval(days => ${days}) or looked_up_at <= (
        select looked_up_at from gateway.signature_lookups order by looked_up_at desc offset ${most} limit 1
      )
      returning key
    ), named as (
      delete from gateway.signatures where source = ${FETCHED} and key in (select key from old)
    )
    select from old`;
  return count;
}

const keysOf = (names: readonly NamedKey[]) => toArrayLiteral(names.map(({ key }) => key));
const textsOf = (names: readonly NamedKey[]) => toArrayLiteral(names.map(({ signature }) => signature));
