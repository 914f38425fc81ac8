import { Gauge, type Registry } from 'prom-client';
import { listCaches } from '@/lib/bounded-cache';
import { checksumFigures } from '@/lib/evm/hex';

const FIGURES = {
  bytes: 'Estimated bytes that a cache holds.',
  max_bytes: 'Estimated bytes that a cache may hold.',
  entries: 'Entries of a cache.',
};

/** Registers what every cache of this process holds and may hold. */
export function measureCaches(registry: Registry): void {
  for (const [figure, help] of Object.entries(FIGURES)) {
    new Gauge({
      ...{ name: `astrolabe_cache_${figure}`, help, labelNames: ['cache'] as const, registers: [registry] },
      collect() {
        this.reset();
        for (const { name, bytes, maxBytes, entries } of [...listCaches(), checksumFigures()])
          this.set({ cache: name }, figure === 'bytes' ? bytes : figure === 'entries' ? entries : maxBytes);
      },
    });
  }
}
