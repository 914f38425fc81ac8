import { toEventSelector } from 'viem/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { replaceLabels } from '@/lib/api/address/label-query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import { hexToBuffer } from '@/lib/evm/hex';
import { nameOfAddress } from '@/lib/format/address-name';
import { namePrecompile } from '@/lib/format/precompiles';
import { listWellKnownLabels } from '@/lib/labels/well-known';
import type { TestApi } from '../support/api-harness';
import { startRecordedApi } from '../support/recorded-api';
import { RECORDED, readRecordedBlock } from '../support/recorded-blocks';
import { HAS_RECORDINGS } from '../support/recordings';

const mention = z.object({
  hash: z.string(),
  name: z.string().nullable(),
  is_contract: z.boolean(),
  ens_domain_name: z.string().nullable(),
  implementation_name: z.string().nullable(),
  proxy_type: z.string().nullable(),
  metadata: z
    .object({ tags: z.array(z.object({ meta: z.object({ source: z.string().optional() }).nullable() })) })
    .nullable(),
});
type Mention = z.output<typeof mention>;

/** The addresses in a body, each as often as it is mentioned. */
function listMentions(body: unknown, found: Mention[] = []): Mention[] {
  if (typeof body !== 'object' || body === null) return found;
  const parsed = mention.safeParse(body);
  if (parsed.success) found.push(parsed.data);
  for (const value of Object.values(body)) listMentions(value, found);
  return found;
}

function sourceOf(address: Mention): string | undefined {
  if (nameOfAddress(address) === null)
    return namePrecompile(address.hash) === undefined ? undefined : 'precompile';
  const source = address.metadata?.tags[0]?.meta?.source;
  if (source === 'chain') return 'derived';
  if (source !== undefined) return 'shipped';
  return address.name === null ? 'proxy' : 'own';
}

/**
 * Transactions that are looked at, for time: of all 2,933 it is 61 %. What has no name is mostly bots, and tokens that the
 * recorded node cannot be asked for theirs.
 */
const ONE_OF = 8;
/** Swaps of Uniswap V2 and V3, and of what follows them. */
const TRADES = [
  'Swap(address,uint256,uint256,uint256,uint256,address)',
  'Swap(address,address,int256,int256,uint160,uint128,int24)',
].map((event) => hexToBuffer(toEventSelector(event)));
/** The responses that the pages of a transaction are made of. */
const PARTS = ['', '/overview', '/token-transfers', '/internal-transactions', '/logs', '/net-changes'];

describe.skipIf(!HAS_RECORDINGS)('names on recorded mainnet blocks (../shared/realdata)', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startRecordedApi();
    await replaceLabels(api.db, listWellKnownLabels(1));
  });
  afterAll(() => api?.stop());

  test('most mentions of contracts on the pages of transactions have a name', async () => {
    const named = new Map<string, number>();
    const count = (key: string) => named.set(key, (named.get(key) ?? 0) + 1);
    for (let height = RECORDED.first; height <= RECORDED.last; height += 1)
      await Promise.all(
        readRecordedBlock(height)
          .filter((_, position) => position % ONE_OF === 0)
          .map(async ({ hash }) => {
            for (const part of PARTS) {
              const { body } = await api.get(`/api/v2/transactions/${hash}${part}`);
              for (const address of listMentions(body))
                count(`${address.is_contract ? 'contract' : 'account'}: ${sourceOf(address) ?? 'none'}`);
            }
          }),
      );
    const all = [...named].reduce((sum, [key, n]) => sum + (key.startsWith('contract') ? n : 0), 0);
    const none = named.get('contract: none') ?? 0;
    const share = Math.round((1000 * (all - none)) / all) / 10;
    console.log(`mentions of contracts that have a name: ${share}% of ${all}`, Object.fromEntries(named));
    expect(share).toBeGreaterThan(65);
  });

  test('every pair and pool that traded has a name', async () => {
    const emitters = await api.db.sql<{ has_name: boolean; n: number }[]>`
      select exists (select 1 from ${api.db.schema}.pools p where p.address = l.address) as has_name,
        count(distinct l.address)::int as n
      from ${api.db.schema}.logs l where l.topic0 = any(${toArrayLiteral(TRADES)}::bytea[]) group by 1`;
    const of = (hasName: boolean) => emitters.find(({ has_name }) => has_name === hasName)?.n ?? 0;
    console.log('pairs and pools that traded:', of(true), 'with a name,', of(false), 'without');
    expect(of(true)).toBeGreaterThan(100);
    expect(of(false)).toBeLessThan(of(true) / 20);
  });
});
