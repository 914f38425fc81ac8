import { Gauge, type Registry } from 'prom-client';
import type { Replica } from '@/lib/db/replica';

type MeasuredReplica = Readonly<{ host: string }> & Pick<Replica, 'lagMs' | 'isUsed'>;

/** Registers the lag of each replica, and whether reads go to it. */
export function measureReplicas(registry: Registry, replicas: readonly MeasuredReplica[]): void {
  const common = { labelNames: ['replica'] as const, registers: [registry] };
  new Gauge({
    ...{
      name: 'astrolabe_replica_lag_seconds',
      help: 'How long the replica has lacked something of the primary.',
    },
    ...common,
    collect() {
      for (const { host, lagMs } of replicas) this.set({ replica: host }, (lagMs() ?? Number.NaN) / 1_000);
    },
  });
  new Gauge({
    ...{ name: 'astrolabe_replica_used', help: '1 while reads go to the replica, 0 while it is left out.' },
    ...common,
    collect() {
      for (const { host, isUsed } of replicas) this.set({ replica: host }, isUsed() ? 1 : 0);
    },
  });
}
