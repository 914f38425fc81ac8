import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matchReceipts } from '@/lib/indexer/sync/bundle';
import { proveBlock } from '@/lib/proof/prove-block';
import { recoverSenders } from '@/lib/proof/recover-senders';
import { parseBlock } from '@/lib/rpc/block';
import { parseReceipt } from '@/lib/rpc/receipt';
import { createTestDatabase } from '../support/database';
import { openChain } from '../support/indexer-harness';
import { CONTENT_LIES } from '../support/lies';
import { openTrial, printVerdicts, type Verdict } from '../support/lies-harness';
import { type Lie, relayTo, startLyingNode } from '../support/lying-node';
import { HAS_RECORDINGS, SHARED, startReplay } from '../support/recordings';

const FOLDER = `${SHARED}/realdata/blocks/1`;
const FIRST = 17_686_110;
/** Blocks of hundreds of transactions each: those that each lie is told about, and all that follow each other. */
const [FEW, ALL] = [4, 16];
const WAIT_MS = 600_000;

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
    const { failures } = await proveBlock({ block, receipts }, recoverSenders);
    // The recording itself lacks withdrawals.
    return failures.filter(({ kind }) => kind !== 'unknown').map(({ check }) => check);
  } catch (error) {
    return [String(error)];
  }
}

type Recorded = Readonly<{
  tryLie: Awaited<ReturnType<typeof openTrial>>;
  close(): Promise<unknown>;
}>;

/** A node of the first recorded blocks in a row that lies when told to, and what an index has of it otherwise. */
async function openRecorded(blocks: number): Promise<Recorded> {
  const head = FIRST + blocks - 1;
  const range = ['--from', String(FIRST), '--to', String(head)];
  const [database, replay] = await Promise.all([
    createTestDatabase(),
    startReplay('realdata/blocks/1', range),
  ]);
  const node = await startLyingNode(relayTo(replay.url));
  const close = () => Promise.all([node.stop(), replay.stop(), database.drop()]);
  const db = await openChain(database.sql, 1);
  const tryLie = await openTrial({ node, db, head, firstBlock: FIRST, waitMs: WAIT_MS });
  return { tryLie, close };
}

/** Each lie once about each of several blocks, so that each block is lied about in several ways before the truth is told. */
function lieInTurn(): { lie: Lie; told: Set<string> } {
  const told = new Set<string>();
  const left = new Map<number, Set<Lie>>();
  for (const [at, lie] of [...CONTENT_LIES, ...CONTENT_LIES].entries()) {
    const height = FIRST + (at % ALL);
    left.set(height, (left.get(height) ?? new Set()).add(lie));
  }
  const result: Lie['result'] = (answer, asked) => {
    const lies = left.get(Number(asked.params[0]));
    for (const lie of lies ?? []) {
      if (!lie.methods?.includes(asked.method)) continue;
      const other = lie.result?.(structuredClone(answer), asked);
      if (other === undefined || JSON.stringify(other) === JSON.stringify(answer)) continue;
      lies?.delete(lie);
      told.add(lie.name);
      return other;
    }
    return undefined;
  };
  return { lie: { name: 'each in turn', result }, told };
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
    let recorded: Recorded;
    beforeAll(async () => {
      recorded = await openRecorded(FEW);
    }, WAIT_MS);
    afterAll(async () => {
      printVerdicts('lie | seconds to recover | rows that differ | first line of the log', verdicts);
      await recorded?.close();
    });

    test.each(CONTENT_LIES)('$name: the rows are those of the truth', async (lie) => {
      const verdict = await recorded.tryLie(lie, 'from the start');
      verdicts.push(verdict);
      expect(verdict).toMatchObject({ told: lie.times ?? 2, different: 0 });
    });
  });

  test('sixteen in a row, each lied about in several ways: the rows are those of the truth', async () => {
    const recorded = await openRecorded(ALL);
    try {
      const { lie, told: kinds } = lieInTurn();
      const verdict = await recorded.tryLie(lie, 'from the start', Number.POSITIVE_INFINITY);
      printVerdicts(`${verdict.told} lies, ${kinds.size} of ${CONTENT_LIES.length} kinds`, [verdict]);
      expect(verdict).toMatchObject({ different: 0 });
      expect(kinds.size).toBe(CONTENT_LIES.length);
    } finally {
      await recorded.close();
    }
  });
});
