import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

const fields = z.record(z.string(), z.unknown());
const block = z.object({
  scene: z.string(),
  what: z.string(),
  block: fields,
  receipts: z.array(fields),
  /** As eth_getBlockAccessList answers it, and its RLP. */
  accessList: z.array(fields),
  accessListRlp: z.string(),
});
const chain = z.object({ genesis: fields, blocks: z.array(block) });

/**
 * Blocks 1 to 10 of a chain after Amsterdam (chain ID 7928), as a node answers them: made with the VM of ethereumjs 10.1.3,
 * one scene a block. `genesis` has the state before block 1.
 */
export const AMSTERDAM = chain.parse(
  JSON.parse(gunzipSync(readFileSync(new URL('amsterdam/chain.json.gz', import.meta.url))).toString('utf8')),
);
