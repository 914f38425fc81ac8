import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { deriveAccounts } from '@/demo/accounts';
import { getMoneyFlow, MAX_BRANCHES, MAX_OPENED } from '@/lib/endpoints/money-flow';
import { bufferToHex } from '@/lib/evm/hex';
import { provideDemoApi } from '../support/demo-api';

const demo = await provideDemoApi();
let moves: readonly Move[];

beforeAll(async () => {
  moves = await readMoves();
});

/** One transfer as stored; `at` is block, transaction, place in its kind. */
type Move = {
  from: string;
  to: string;
  asset: string;
  /** The ID whose amounts are added; of several in one transfer, "several". */
  unit: string;
  amount: bigint | null;
  at: [number, number, number];
};
type Direction = 'out' | 'in';
type Walked = { address: string; via: Move[] };

async function readMoves(): Promise<Move[]> {
  const { sql, db } = demo.api;
  const rows = await sql<
    {
      from: Buffer;
      to: Buffer | null;
      asset: Buffer | null;
      unit: string;
      amount: string | null;
      at: string;
    }[]
  >`
    select from_address as from, to_address as to, token_address as asset,
      case when token_type = 'ERC-404' then (cardinality(token_ids) = 1)::text
        when token_type not in ('ERC-1155', 'ERC-6909') then ''
        when cardinality(token_ids) = 1 then token_ids[1]::text else 'several' end as unit,
      case when encrypted_amount is not null or cardinality(amounts) > 1 then null
        else coalesce(amount, amounts[1], cardinality(token_ids)) end::text as amount,
      block_number || '/' || transaction_index || '/' || log_index as at from ${db.schema}.token_transfers
    union all
    select from_address, coalesce(to_address, created_contract), null, '', value::text,
      block_number || '/' || index || '/0'
    from ${db.schema}.transactions where value > 0 and status = 1
    union all
    select from_address, coalesce(to_address, created_contract), null, '', value::text,
      block_number || '/' || transaction_index || '/' || index
    from ${db.schema}.internal_transactions where index > 0 and value > 0 and not is_undone`;
  const read = rows.map(({ from, to, asset, unit, amount, at }): Move => {
    const [block = 0, transaction = 0, place = 0] = at.split('/').map(Number);
    return {
      from: bufferToHex(from),
      to: to === null ? '' : bufferToHex(to),
      asset: asset === null ? 'coin' : bufferToHex(asset),
      unit,
      amount: amount === null ? null : BigInt(amount),
      at: [block, transaction, place],
    };
  });
  return read.filter(({ from, to, amount }) => to !== '' && from !== to && amount !== 0n);
}

/** Whether the first is behind the second: of one transaction only transfers of one kind have an order. */
function isBehind(one: Move, other: Move): boolean {
  const difference = one.at[0] - other.at[0] || one.at[1] - other.at[1];
  if (difference !== 0) return difference > 0;
  return (one.asset === 'coin') !== (other.asset === 'coin') || one.at[2] > other.at[2];
}

/** The sums of what an account sent after (`out`) money arrived, or received before it left. */
function walk({ address, via }: Walked, direction: Direction, asset?: string) {
  const own = moves.filter(
    (move) =>
      (direction === 'out' ? move.from : move.to) === address &&
      (asset === undefined || asset === move.asset) &&
      (via.length === 0 ||
        via.some((one) => (direction === 'out' ? isBehind(move, one) : isBehind(one, move)))),
  );
  const groups = new Map<string, Move[]>();
  for (const move of own) {
    const key = `${move.from} ${move.to} ${move.asset} ${move.unit}`;
    groups.set(key, [...(groups.get(key) ?? []), move]);
  }
  return [...groups.values()];
}

const describe = (hop: number, group: readonly Move[]) => {
  const [{ from, to, asset } = { from: '', to: '', asset: '' }] = group;
  const amount = group.some((one) => one.amount === null)
    ? null
    : String(group.reduce((sum, one) => sum + (one.amount ?? 0n), 0n));
  return { hop, from, to, asset, amount, count: group.length };
};

async function read(address: string, query: Record<string, string>) {
  const answer = await demo.api.get(
    `/api/v2/addresses/${address}/flow?${new URLSearchParams(query).toString()}`,
  );
  expect([query, answer.status]).toEqual([query, 200]);
  return getMoneyFlow.response.parse(answer.body);
}

/** The edges of an answer in the words of the walk. */
function edgesOf(flow: z.output<typeof getMoneyFlow.response>) {
  return flow.edges.map((edge) => {
    const [from, to] = [flow.nodes[edge.from], flow.nodes[edge.to]];
    const far = flow.direction === 'out' ? to : from;
    return {
      hop: far?.hop ?? -1,
      from: from?.address.hash.toLowerCase() ?? '',
      to: to?.address.hash.toLowerCase() ?? '',
      asset: edge.token?.address_hash.toLowerCase() ?? 'coin',
      amount: edge.amount,
      count: edge.count,
    };
  });
}

/** Two hops by the plain walk, of the accounts that the answer opened and with the branches that it lists. */
async function compare(root: string, query: { direction: Direction; asset?: string }): Promise<number> {
  const [near, far] = query.direction === 'out' ? (['from', 'to'] as const) : (['to', 'from'] as const);
  const asset = query.asset === 'native' ? 'coin' : query.asset;
  const open = (await read(root, query)).nodes
    .filter(({ hop, stop }) => hop === 1 && stop === null)
    .map(({ address }) => address.hash.toLowerCase());
  const opened = open.length === 0 ? {} : { open: open.slice(0, MAX_OPENED).join(',') };
  const flow = await read(root, { ...query, ...opened });
  const found = edgesOf(flow);
  const openNode = (hop: number, address: string) =>
    flow.nodes.find(
      (node) => node.is_open && node.hop === hop && node.address.hash.toLowerCase() === address,
    );
  let walked = new Map<string, Move[]>([[root, []]]);
  for (const hop of [1, 2]) {
    const next = new Map<string, Move[]>();
    for (const [address, via] of walked) {
      const node = openNode(hop - 1, address);
      if (node === undefined) continue;
      const groups = walk({ address, via }, query.direction, asset).map((group) => ({
        group,
        sum: describe(hop, group),
      }));
      expect([address, node.branches_count]).toEqual([address, groups.length]);
      const listed = found.filter((edge) => edge.hop === hop && edge[near] === address);
      expect(listed).toHaveLength(Math.min(groups.length, MAX_BRANCHES));
      for (const edge of listed) {
        const same = groups.find(({ sum }) => isDeepStrictEqual(sum, edge));
        expect(same?.sum, JSON.stringify(groups.map(({ sum }) => sum))).toEqual(edge);
        next.set(edge[far], [...(next.get(edge[far]) ?? []), ...(same?.group ?? [])]);
      }
    }
    walked = next;
  }
  return found.length;
}

test('the graph of every trader, forwards and backwards, is that of a plain walk over the transfers', async () => {
  let edges = 0;
  for (const user of deriveAccounts().users.slice(0, 14))
    for (const direction of ['out', 'in'] as const)
      edges += await compare(user.address.toLowerCase(), { direction });
  expect(edges).toBeGreaterThan(300);
  const token = demo.chain.history.contracts.DemoDollar?.toLowerCase() ?? '';
  for (const user of deriveAccounts().users.slice(0, 14))
    for (const asset of ['native', token])
      await compare(user.address.toLowerCase(), { direction: 'out', asset });
});

test('what is read is bounded, and wrong parameters are refused', async () => {
  const [user] = deriveAccounts().users;
  const path = `/api/v2/addresses/${user?.address}/flow`;
  for (const query of ['direction=up', 'asset=0x12', 'least=-1', 'open=0x12', 'transaction=0x12'])
    expect([query, (await demo.api.get(`${path}?${query}`)).status]).toEqual([query, 422]);
  expect((await demo.api.get(`${path}?transaction=0x${'9'.repeat(64)}`)).status).toBe(404);
});

test('a transaction limits the first step, a least amount the branches', async () => {
  const hash = demo.chain.history.transactions['ERC-20 transfer'] ?? '';
  const sender = z
    .object({ from: z.object({ hash: z.string() }) })
    .parse((await demo.api.get(`/api/v2/transactions/${hash}`)).body).from.hash;
  const one = await read(sender, { transaction: hash });
  expect(one.edges.map(({ first, last }) => [first.transaction_hash, last.transaction_hash])).toEqual([
    [hash, hash],
  ]);
  const [edge] = one.edges;
  const whole = Number(edge?.amount) / 10 ** Number(edge?.token?.decimals);
  expect((await read(sender, { transaction: hash, least: String(whole) })).edges).toHaveLength(1);
  expect((await read(sender, { transaction: hash, least: String(whole + 1) })).edges).toHaveLength(0);
});
