import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { replaceFile } from '@/lib/durable-file';
import { isArtifactName } from './contracts';
import { asHex, fetchTip, type NodeRequest } from './node-request';

const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]*$/)]);
const FACTS = z.object({
  fingerprint: z.string(),
  genesisTimestamp: z.number(),
  tip: z.object({ number: z.number(), hash: hex }),
  contracts: z.record(z.string(), z.object({ artifact: z.string().refine(isArtifactName), address: hex })),
  highlights: z.array(z.object({ label: z.string(), transactionHash: z.string() })),
});

/** Facts about a stored chain, stored next to its state: the history's latest block, contracts and highlights. */
export type Facts = z.output<typeof FACTS>;

/** The folder of the demo chain: `state.json.gz` is anvil's state, `facts.json` describes how it was built. */
export type StoredChain = {
  /** Undefined when nothing usable is stored, or only another version of the history. */
  readFacts(fingerprint: string): Promise<Facts | undefined>;
  writeFacts(facts: Facts): Promise<void>;
  /**
   * Fetches the node's state and replaces the stored one atomically. No-op when no block was added since the last
   * time.
   */
  saveState(request: NodeRequest): Promise<void>;
  /** Runs `use` with the path of the state as anvil reads it, a temporary file. */
  withState<T>(use: (stateFile: string) => Promise<T>): Promise<T>;
};

export async function openStoredChain(dataDir: string): Promise<StoredChain> {
  const folder = join(dataDir, 'demo');
  await mkdir(folder, { recursive: true });
  const factsFile = join(folder, 'facts.json');
  const stateFile = join(folder, 'state.json.gz');
  let savedHash: string | undefined;
  return {
    readFacts: async (fingerprint) => {
      const text = await readFile(factsFile, 'utf8').catch(() => '');
      const parsed = FACTS.safeParse(parseJson(text));
      return parsed.success && parsed.data.fingerprint === fingerprint ? parsed.data : undefined;
    },
    writeFacts: (facts) => replaceFile(factsFile, JSON.stringify(facts, null, 2)),
    saveState: async (request) => {
      const { hash } = await fetchTip(request);
      if (hash === savedHash) return;
      const state = asHex(await request('anvil_dumpState'));
      await replaceFile(stateFile, Buffer.from(state.slice(2), 'hex'));
      savedHash = hash;
    },
    withState: async (use) => {
      const plainFile = join(folder, 'state.loading.json');
      try {
        await writeFile(plainFile, await promisify(gunzip)(await readFile(stateFile)));
        return await use(plainFile);
      } finally {
        await rm(plainFile, { force: true });
      }
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
