import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matchReceipts } from '@/lib/indexer/bundle';
import { proveBlock } from '@/lib/proof/prove-block';
import { recoverSenders } from '@/lib/proof/recover-senders';
import { parseBlock } from '@/lib/rpc/block';
import { parseReceipt } from '@/lib/rpc/receipt';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { HAS_RECORDINGS, openChain, type Replay, SHARED, startReplay } from '../support/indexer-harness';
import { CONTENT_LIES } from '../support/lies';
import { openTrial, printVerdicts, type Verdict } from '../support/lies-harness';
import { type Lie, type LyingNode, relayTo, startLyingNode } from '../support/lying-node';

const FOLDER = `${SHARED}/realdata/blocks/1`;
const FIRST = 17_686_110;
/** Sixteen blocks, of 2,933 transactions. */
const LAST = FIRST + 15;

type Answers = { block: Record<string, unknown>; receipts: unknown[] };

const listRecordings = () => (existsSync(FOLDER) ? readdirSync(FOLDER) : []);

/** The answers with the lie in them, as often as it is about them; undefined where it does not apply. */
function lieAbout({ block, receipts }: Answers, lie: Lie): Answers | undefined {
  const params = [block.number];
  const tell = (method: string, answer: unknown) =>
    lie.methods?.includes(method) ? lie.result?.(structuredClone(answer), { method, params }) : undefined;
  const [other, others] = [tell('eth_getBlockByNumber', block), tell('eth_getBlockReceipts', receipts)];
  if (other === undefined && others === undefined) return undefined;
  return { block: Object.assign({}, other ?? block), receipts: Array.isArray(others) ? others : receipts };
}

/** Why the answers are refused: the names of the checks that they do not pass, or an error. */
async function refuse(answers: Answers): Promise<readonly string[]> {
  try {
    const block = parseBlock(answers.block);
    const receipts = matchReceipts(block, answers.receipts.map(parseReceipt));
    const { findings } = await proveBlock({ block, receipts }, recoverSenders);
    // The recording itself lacks withdrawals.
    return findings.filter(({ kind }) => kind !== 'unknown').map(({ check }) => check);
  } catch (error) {
    return [String(error)];
  }
}

describe.skipIf(!HAS_RECORDINGS)('recorded mainnet blocks (../shared/realdata)', () => {
  const counts: Record<string, number> = {};
  afterAll(() => {
    process.stdout.write(
      `\nlie: recorded blocks about which it was refused\n${JSON.stringify(counts, null, 1)}\n`,
    );
  });

  test.each(listRecordings())('%s: every lie about it is refused, the truth is not', async (name) => {
    const { block, receipts } = JSON.parse(gunzipSync(readFileSync(`${FOLDER}/${name}`)).toString());
    const answers: Answers = { block, receipts };
    expect(await refuse(answers)).toEqual([]);
    for (const lie of CONTENT_LIES) {
      const lied = lieAbout(answers, lie);
      if (!lied || JSON.stringify(lied) === JSON.stringify(answers)) continue;
      expect([lie.name, await refuse(lied)]).not.toEqual([lie.name, []]);
      counts[lie.name] = (counts[lie.name] ?? 0) + 1;
    }
  });

  describe('indexed from a node that lies about them', () => {
    const verdicts: Verdict[] = [];
    let database: TestDatabase;
    let replay: Replay;
    let node: LyingNode;
    let tryLie: Awaited<ReturnType<typeof openTrial>>;
    beforeAll(async () => {
      const range = ['--from', String(FIRST), '--to', String(LAST)];
      [database, replay] = await Promise.all([createTestDatabase(), startReplay('realdata/blocks/1', range)]);
      node = await startLyingNode(relayTo(replay.url));
      const db = await openChain(database.sql, 1);
      tryLie = await openTrial({ node, db, head: LAST, firstBlock: FIRST });
    }, 600_000);
    afterAll(async () => {
      printVerdicts('lie | seconds to recover | rows that differ | first line of the log', verdicts);
      await Promise.all([node?.stop(), replay?.stop(), database?.drop()]);
    });

    test.each(CONTENT_LIES)('$name: the rows are those of the truth', async (lie) => {
      const verdict = await tryLie(lie, 'from the start');
      verdicts.push(verdict);
      expect(verdict).toMatchObject({ told: lie.times ?? 2, different: 0 });
    });
  });
});
