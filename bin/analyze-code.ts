import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { contractInfo, initSync } from 'evmole/no_tla';
import { z } from 'zod';

// A process of lib/api/contract/code-analyzer.ts: a request holds code, the first answer its functions, the second its
// storage, which takes longer. It may not end in time, or die of its memory: it is killed from outside.

const request = z.object({ code: z.string().regex(/^0x([0-9a-f]{2})*$/) });
const MAX_ITEMS = 500;

initSync({ module: readFileSync(createRequire(import.meta.url).resolve('evmole/evmole_bg.wasm')) });

process.on('message', (raw) => {
  const { code } = request.parse(raw);
  const { functions = [] } = contractInfo(code, { selectors: true, arguments: true, stateMutability: true });
  process.send?.({ functions: functions.slice(0, MAX_ITEMS) }, undefined, undefined, () => {
    const { storage = [] } = contractInfo(code, { storage: true });
    process.send?.({ storage: storage.slice(0, MAX_ITEMS) });
  });
});
process.on('disconnect', () => process.exit());
