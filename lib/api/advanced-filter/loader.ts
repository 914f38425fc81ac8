import { loadAddresses, loadIndexerState, loadTokensOf } from '@/lib/api/address/mention-loader';
import { findBlockRange } from '@/lib/api/block/query';
import type { CallContext } from '@/lib/api/implement';
import { withNames } from '@/lib/api/names/loader';
import { listTransactionsAt } from '@/lib/api/transaction/query';
import type { AdvancedConditions, AdvancedEntry } from '@/lib/endpoints/advanced-filter';
import { hexToBuffer } from '@/lib/evm/hex';
import { TOKEN_TYPES } from '@/lib/evm/token-standards';
import { presentEntry } from './present';
import type { EntryFilter, EntryRow } from './query';

const NATIVE = 'native';

/** The filter of a query. Entries above the tip are left to a later request, so that every kind ends at one block. */
export async function loadEntryFilter({ db }: CallContext, query: AdvancedConditions): Promise<EntryFilter> {
  const types = query.transaction_types ?? [];
  const isWanted = (type: (typeof types)[number]) => types.length === 0 || types.includes(type);
  const included = query.token_contract_address_hashes_to_include ?? [];
  const excluded = query.token_contract_address_hashes_to_exclude ?? [];
  const isCoin = (included.length === 0 || included.includes(NATIVE)) && !excluded.includes(NATIVE);
  const isToken = included.length === 0 || included.some((one) => one !== NATIVE);
  return {
    hasCoin: isCoin && isWanted('COIN_TRANSFER'),
    hasCalls: isCoin && isWanted('CONTRACT_INTERACTION'),
    hasCreations: isCoin && isWanted('CONTRACT_CREATION'),
    types: isToken ? TOKEN_TYPES.filter(isWanted) : [],
    selectors: toBuffers(query.methods),
    blocks: await loadBlocks({ db }, query),
    from: toBuffers(query.from_address_hashes_to_include),
    to: toBuffers(query.to_address_hashes_to_include),
    isBoth: query.address_relation === 'and',
    notFrom: toBuffers(query.from_address_hashes_to_exclude),
    notTo: toBuffers(query.to_address_hashes_to_exclude),
    tokens: toBuffers(included.filter((one) => one !== NATIVE)),
    notTokens: toBuffers(excluded.filter((one) => one !== NATIVE)),
    least: query.amount_from || undefined,
    most: query.amount_to || undefined,
  };
}

const toBuffers = (texts: readonly string[] = []) => texts.map((text) => hexToBuffer(text.toLowerCase()));

async function loadBlocks({ db }: Pick<CallContext, 'db'>, { age_from, age_to }: AdvancedConditions) {
  const beyond = ((await loadIndexerState(db))?.tip_number ?? -1) + 1;
  if (age_from === undefined && age_to === undefined) return { first: 0, beyond };
  const range = await findBlockRange(db, {
    from_period: age_from === undefined ? undefined : Math.ceil(age_from / 1000),
    to_period: age_to === undefined ? undefined : Math.floor(age_to / 1000),
  });
  return { first: range.first, beyond: Math.min(range.beyond, beyond) };
}

/** Entries as they are presented; one whose block was just removed is left out. */
export async function presentEntries<Row extends EntryRow>(
  call: CallContext,
  rows: readonly Row[],
): Promise<(Row & { entry: AdvancedEntry })[]> {
  const { db } = call;
  const transactions = await listTransactionsAt(
    db,
    rows.map(({ block_number, transaction_index: index }) => ({ block_number, index })),
  );
  const called = transactions.map(({ to_address }) => to_address);
  const parties = rows.flatMap((row) => [row.from_address, row.to_address, row.created_contract]);
  const [addresses, tokens] = await Promise.all([loadAddresses(db, parties, called), loadTokensOf(db, rows)]);
  const placeOf = (block: number, index: number) => `${block}/${index}`;
  const known = new Map(transactions.map((row) => [placeOf(row.block_number, row.index), row]));
  return withNames(call, (signatures) =>
    rows.flatMap((row) => {
      const transaction = known.get(placeOf(row.block_number, row.transaction_index));
      const context = { addresses, tokens, signatures };
      return transaction === undefined ? [] : [{ ...row, entry: presentEntry(row, transaction, context) }];
    }),
  );
}
