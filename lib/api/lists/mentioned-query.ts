import {
  type AddressFacts,
  type AddressRow,
  joinContracts,
  selectFacts,
} from '@/lib/api/address/facts-query';
import { coinAsset, type PriceRow, priceNow } from '@/lib/api/price/query';
import { type TokenRow, tokenRows, withImitatedNames } from '@/lib/api/token/query';
import { mentionedInstances, type TokenInstanceRow } from '@/lib/api/token-instance/query';
import { type MovedRow, movedOfPage } from '@/lib/api/transaction/moved-query';
import { jsonRows, restoreRows } from '@/lib/db/json-rows';
import type { Database, Fragment } from '@/lib/db/open-database';

/** What the rows of a page mention, read in the statement of the page. */
export type Mentioned = Readonly<{
  /** The stored tip; 0 without one, or for a kind of page that does not show it. */
  tip: number;
  /** The price of the coin now. */
  coinPrice: PriceRow | null;
  tokens: readonly TokenRow[];
  instances: readonly TokenInstanceRow[];
  /** What the transactions of the page moved, whose tokens are among `tokens`. */
  moved: readonly MovedRow[];
  /** Contracts among all addresses mentioned. */
  addresses: readonly AddressRow[];
}>;

/** On the first row of a page what all its rows mention, as `readMentioned` reads it. */
export type WithMentioned = { mentioned?: string | null };

type Text = Readonly<{
  tip?: number | null;
  coin_price?: PriceRow | null;
  tokens: TokenRow[] | null;
  instances: TokenInstanceRow[] | null;
  moved: MovedRow[] | null;
  addresses: AddressFacts;
}>;

/** What rows mention, as queries of the relation `page`: addresses, tokens, and NFTs by token and ID. */
type Mentions = Readonly<{
  addresses: (db: Database) => Fragment;
  /** With what each row moved, and the token of that. */
  hasMoved?: true;
  /** With the tip and the price of the coin. */
  hasState?: true;
  tokens?: (db: Database) => Fragment;
  instances?: (db: Database) => Fragment;
}>;

const MENTIONS = {
  transactions: {
    hasState: true,
    hasMoved: true,
    addresses: ({ sql }) => sql`
      select from_address from page union select to_address from page union select created_contract from page`,
    tokens: ({ sql }) => sql`select created_contract from page`,
  },
  transfers: {
    addresses: ({ sql }) => sql`
      select from_address from page union select to_address from page union select called from page`,
    tokens: ({ sql }) => sql`select token_address from page`,
    instances: ({ sql }) => sql`select token_address, token_id from page where token_id is not null`,
  },
  logs: { addresses: ({ sql }) => sql`select address from page` },
  holders: { addresses: ({ sql }) => sql`select holder from page` },
} satisfies Readonly<Record<string, Mentions>>;

/** Whose rows these are. */
type PageKind = keyof typeof MENTIONS;

/**
 * Query for the rows of a page, in `order`, the first with what all of them mention: a statement takes the api as long as
 * the columns of ten rows, and a page took three to five.
 */
export function withMentioned(
  db: Database,
  kind: PageKind,
  { rows, order }: Readonly<{ rows: Fragment; order: Fragment }>,
): Fragment {
  return db.sql`
    with page as materialized (${rows})
    select page.*, case when row_number() over (order by ${order}) = 1 then ${mentionedOf(db, kind)} end as mentioned
    from page order by ${order}`;
}

/** By database and kind: made once, as each part is an object of the driver. */
const made = new WeakMap<Database, Map<PageKind, Fragment>>();

function mentionedOf(db: Database, kind: PageKind): Fragment {
  const known = made.get(db) ?? new Map<PageKind, Fragment>();
  const found = known.get(kind) ?? makeMentioned(db, MENTIONS[kind]);
  made.set(db, known.set(kind, found));
  return found;
}

/** `offset 0`: PostgreSQL would put the query of all addresses wherever the list is used. */
function makeMentioned(
  db: Database,
  { addresses, hasState, hasMoved, tokens, instances }: Mentions,
): Fragment {
  const owned = instances && mentionedInstances(db, db.sql`(select distinct * from (${instances(db)}) ids)`);
  return db.sql`(
    select json_build_object(
      ${hasState ? stateOf(db) : db.sql``}
      'tokens', ${tokens === undefined ? db.sql`null` : jsonRows(db, tokenRows(db, hasMoved ? db.sql`(named.tokens || moved.tokens)` : db.sql`named.tokens`))},
      'instances', owned.rows,
      'moved', ${hasMoved ? db.sql`moved.rows` : db.sql`null`},
      'addresses', ${selectFacts(db, db.sql`(named.addresses || owned.owners)`)}
    )::text
    from (
      select (select array_agg(a) from (${addresses(db)}) mentions (a) where a is not null) as addresses,
        ${tokens === undefined ? db.sql`null` : db.sql`(select array_agg(distinct t) from (${tokens(db)}) mentions (t))`} as tokens
      offset 0
    ) named
    cross join ${
      owned === undefined
        ? db.sql`(select null as rows, null::bytea[] as owners) owned`
        : db.sql`lateral (select json_agg(i) as rows, array_agg(i.owner) as owners from (${owned}) i) owned`
    }
    ${
      hasMoved
        ? db.sql`cross join (select json_agg(m) as rows, array_agg(m.token_address) as tokens from (${movedOfPage(db)}) m) moved`
        : db.sql``
    }
  )`;
}

function stateOf(db: Database): Fragment {
  return db.sql`
    'tip', (select tip_number from ${db.schema}.indexer_state), 'coin_price', ${priceNow(db, coinAsset(db))},`;
}

/** Reads what a page mentions from its rows; undefined if they were read without. */
export async function readMentioned(
  db: Database,
  [first]: readonly WithMentioned[],
): Promise<Mentioned | undefined> {
  if (!first?.mentioned) return undefined;
  const text: Text = JSON.parse(first.mentioned);
  return {
    tip: text.tip ?? 0,
    coinPrice: text.coin_price ?? null,
    tokens: await withImitatedNames(db, restoreRows(text.tokens)),
    instances: restoreRows(text.instances),
    moved: restoreRows(text.moved),
    addresses: joinContracts(text.addresses),
  };
}
