import { Gauge, type Registry } from 'prom-client';
import type { Replica } from '@/lib/db/replica';

/** Registers how far the replica is behind, and whether reads go to it. */
export function measureReplica(
  registry: Registry,
  { lagMs, isUsed }: Pick<Replica, 'lagMs' | 'isUsed'>,
): void {
  new Gauge({
    ...{
      name: 'astrolabe_replica_lag_seconds',
      help: 'How long the replica has lacked something of the primary.',
    },
    registers: [registry],
    collect() {
      const lag = lagMs();
      this.set(lag === undefined ? Number.NaN : lag / 1_000);
    },
  });
  new Gauge({
    ...{ name: 'astrolabe_replica_used', help: '1 while reads go to the replica, 0 while it is left out.' },
    registers: [registry],
    collect() {
      this.set(isUsed() ? 1 : 0);
    },
  });
}
