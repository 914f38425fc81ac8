import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { openDatabase, openPool } from '@/lib/db/open-database';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';

/** The baseline of the API: Hono and one indexed read, nothing else. Arguments: database URL, chain ID, port. */
const [url = '', chainId = '', port = ''] = process.argv.slice(2);
const sql = openPool({ url, connections: 9, name: 'bare' });
const db = openDatabase(sql, Number(chainId));
const app = new Hono();

type Row = {
  block_number: number;
  index: number;
  from_address: Buffer;
  to_address: Buffer | null;
  value: string;
};

app.get('/transactions/:hash', async (c) => {
  const [row] = await sql<Row[]>`
    select block_number, index, from_address, to_address, value
    from ${db.schema}.transactions where hash = ${hexToBuffer(c.req.param('hash'))}`;
  if (!row) return c.json({ message: 'Not found' }, 404);
  const { from_address, to_address } = row;
  const to = to_address === null ? null : bufferToHex(to_address);
  return c.json({ ...row, from_address: bufferToHex(from_address), to_address: to });
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(port) });
