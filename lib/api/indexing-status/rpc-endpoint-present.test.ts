import { expect, test } from 'vitest';
import type { Row } from '@/lib/db/tables';
import { presentRpcEndpoints } from './rpc-endpoint-present';

const NOW = Date.UTC(2030, 0, 1, 12, 30, 30);

const row = (position: number, changes: Partial<Row<'rpc_endpoints'>> = {}): Row<'rpc_endpoints'> => ({
  ...{ position, host: `secret-${position}.example:8545`, name: null, benches: 0, failures: 0 },
  ...{ benched_until: null, reason: null, last_error: null, last_answer_at: NOW },
  ...changes,
});

test('endpoints are shown by the name of the operator, else by position, never by host', () => {
  const reason = 'secret-0.example:8545 eth_blockNumber: no answer, unlike secret-1.example';
  const rows = [row(0, { reason, benched_until: NOW + 1 }), row(1, { name: 'Our own' })];
  const shown = presentRpcEndpoints(rows, NOW);
  expect(shown).toEqual([
    {
      name: 'endpoint 1 of 2',
      is_asked: false,
      benched_until: '2030-01-01T12:30:30.001000Z',
      bench_reason: 'endpoint 1 of 2 eth_blockNumber: no answer, unlike Our own',
      last_answer: '2030-01-01T12:30:00.000000Z',
    },
    expect.objectContaining({ name: 'Our own', is_asked: true, benched_until: null }),
  ]);
  expect(JSON.stringify(shown)).not.toContain('secret');
});

test('a benched endpoint is asked all the same when no other is free', () => {
  const benched = { reason: 'another hash', benched_until: NOW + 1 };
  expect(presentRpcEndpoints([row(0, benched)], NOW)[0]).toMatchObject({ is_asked: true });
  const inUse = presentRpcEndpoints([row(0, benched), row(1, benched)], NOW).map(({ is_asked }) => is_asked);
  expect(inUse).toEqual([true, true]);
});

test('a bench that is over is none, and numbered hosts are hidden too', () => {
  const reason = 'b.example#2 and b.example disagree';
  const rows = [row(0, { host: 'b.example' }), row(1, { host: 'b.example#2', reason, benched_until: NOW })];
  expect(presentRpcEndpoints(rows, NOW)[1]).toMatchObject({
    is_asked: true,
    benched_until: null,
    bench_reason: 'endpoint 2 of 2 and endpoint 1 of 2 disagree',
  });
});
