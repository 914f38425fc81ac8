import type { Database } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import type { Rpc } from '@/lib/rpc/client';
import { fetchBlockHash, fetchBlockLink, fetchCodes } from '@/lib/rpc/methods';
import { confirmChain } from './chain-identity';
import { removeBlocks } from './remove-blocks';
import { findBlockHash, type Tip } from './state';
import { findStateHeight } from './state-height';

/** The index, and the node that diverged from it. */
export type Fork = Readonly<{
  rpc: Rpc;
  db: Database;
  firstBlock: number;
  tip: NonNullable<Tip>;
  head: number;
  /** Of a development node: what is removed is gone, and does not wait to be mined again. */
  isDev?: boolean | undefined;
}>;

/** Where the node's chain leaves the stored one: the last common height, and the node's next block. */
export type Divergence = Readonly<{ ancestor: number; replacement: Buffer }>;

/**
 * Finds where the node's chain leaves the stored one; `ancestor` is one below the first block when there is no common
 * block. Throws AppError `chain_mismatch` when another chain answers, `node_answer` when the node shows no chain that
 * continues the common block.
 */
export async function findDivergence(fork: Fork): Promise<Divergence> {
  const { db, tip } = fork;
  const view = fork.rpc.observe();
  const ancestor = await findAncestor({ ...fork, rpc: view });
  const [replacement, stored] = await Promise.all([
    ancestor < tip.number ? fetchBlockLink(view, ancestor + 1) : undefined,
    findBlockHash(db, ancestor),
  ]);
  await confirmChain(db, view, { isKnown: true });
  if (!replacement || (stored && !replacement.parentHash.equals(stored))) {
    throw new AppError('node_answer', `The node returned no child of block ${ancestor}.`);
  }
  return { ancestor, replacement: replacement.hash };
}

/**
 * Removes the stored blocks above `ancestor`, and everything derived from them, in one transaction. Throws AppError
 * `chain_mismatch` when another chain answers.
 */
export async function rollBack({ rpc, db, tip, head, isDev }: Fork, ancestor: number): Promise<void> {
  const view = rpc.observe();
  const addresses = await listUncertainCodes(db, ancestor);
  const codes = await fetchCodes(view, addresses, await findStateHeight(db, head));
  await confirmChain(db, view);
  await removeBlocks(db, { ancestor, tip, codes: { addresses, codes }, isDev });
}

/** The highest common block: exponential, then binary search. */
async function findAncestor({ rpc, db, firstBlock, tip, head }: Fork): Promise<number> {
  let above = Math.min(tip.number, head) + 1;
  let below = above - 1;
  for (let step = 1; below >= firstBlock && !(await isShared(rpc, db, below)); step *= 2) {
    above = below;
    below = Math.max(below - step, firstBlock - 1);
  }
  while (above - below > 1) {
    const middle = Math.floor((above + below) / 2);
    if (await isShared(rpc, db, middle)) below = middle;
    else above = middle;
  }
  return below;
}

/** True when node and index have the same block at `height`. Throws AppError `node_answer` when the node has none. */
export async function isShared(rpc: Rpc, db: Database, height: number): Promise<boolean> {
  const [hash, stored] = await Promise.all([fetchBlockHash(rpc, height), findBlockHash(db, height)]);
  if (!hash)
    throw new AppError('node_answer', `The node does not have block ${height}, which is below its head.`);
  return stored?.equals(hash) === true;
}

/** Remaining addresses whose code may change: contracts active in orphaned blocks, and EIP-7702 signers. */
async function listUncertainCodes(db: Database, ancestor: number): Promise<Buffer[]> {
  const rows = await db.sql<{ address: Buffer }[]>`
    with actors as (
      select address from ${db.schema}.logs where block_number > ${ancestor}
      union select to_address from ${db.schema}.transactions where block_number > ${ancestor} and input <> ''
      union select from_address from ${db.schema}.internal_transactions where block_number > ${ancestor}
      union select to_address from ${db.schema}.internal_transactions
        where block_number > ${ancestor} and input_size > 0
      union select created_contract from ${db.schema}.internal_transactions
        where block_number > ${ancestor} and created_contract is not null
      union select address from ${db.schema}.addresses where created_block > ${ancestor}
    ), signers as (
      select authority from ${db.schema}.transaction_authorizations where block_number > ${ancestor}
    )
    select address from ${db.schema}.addresses
    where first_seen_block <= ${ancestor} and (
      (is_contract and address in (select address from actors)) or address in (select authority from signers)
    )`;
  return rows.map(({ address }) => address);
}
