import { expect, test } from 'vitest';
import { bufferToAddress, bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { createRpc } from '@/lib/rpc/client';
import { askBalance } from '../support/balance-chain';
import { provideDemoApi } from '../support/demo-api';
import { parseRecords, units } from '../support/movement-file';

const demo = await provideDemoApi();

async function download(address: string, query = ''): Promise<Record<string, string>[]> {
  const answer = await demo.api.request(`/api/v2/addresses/${address}/movements/csv${query}`);
  expect([address, answer.status]).toEqual([address, 200]);
  return parseRecords(answer.text);
}

test('the movements of every account of the demo chain sum to what the node says of its balances', async () => {
  const { sql, db } = demo.api;
  const rpc = createRpc({ urls: [demo.chain.rpcUrl] });
  const [state] = await sql<{ tip: number }[]>`select tip_number as tip from ${db.schema}.indexer_state`;
  const tip = state?.tip ?? 0;
  const accounts = await sql<
    { address: Buffer }[]
  >`select address from ${db.schema}.addresses order by address`;
  expect(accounts.length).toBeGreaterThan(60);
  const differences: unknown[] = [];
  const compared = { coin: 0, tokens: 0, records: 0 };
  for (const { address } of accounts) {
    const hash = bufferToHex(address);
    const records = await download(hash);
    compared.records += records.length;
    const balanceAt = async (height: number) =>
      BigInt(String(await rpc.request('eth_getBalance', [hash, `0x${height.toString(16)}`])));
    const ofCoin = records.filter(({ Token }) => Token === '');
    const change = ofCoin.reduce((sum, { In, Out, Fee }) => sum + units(In) - units(Out) - units(Fee), 0n);
    const balances = [await balanceAt(tip), await balanceAt(0)] as const;
    compared.coin += 1;
    if (balances[0] - balances[1] !== change)
      differences.push({ hash, change, real: balances[0] - balances[1] });
    if (/^0x0{40}$/.test(hash)) continue;
    const tokens = await sql<{ address: Buffer; decimals: string | null }[]>`
      select address, decimals from ${db.schema}.tokens join ${db.schema}.token_balance_checks c on c.token_address = address
      where type = 'ERC-20' and balances_by = 'transfers'`;
    for (const token of tokens) {
      const own = records.filter(({ Token }) => Token === bufferToAddress(token.address));
      if (own.length === 0) continue;
      compared.tokens += 1;
      const decimals = Number(token.decimals ?? 0);
      const moved = own.reduce((sum, { In, Out }) => sum + units(In, decimals) - units(Out, decimals), 0n);
      const real = await askBalance(rpc, { token: token.address, holder: hexToBuffer(hash) }, tip);
      if (moved !== real) differences.push({ hash, token: bufferToHex(token.address), moved, real });
    }
  }
  console.log(compared);
  expect(differences).toEqual([]);
  expect(compared.tokens).toBeGreaterThan(30);
});
