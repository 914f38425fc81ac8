import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hexToBuffer, isHexOfLength } from '@/lib/evm/hex';
import { isRecord } from '@/lib/evm/is-record';
import { type JsonFile, listJsonFiles } from './list-json-files';

/** A contract that a tool recorded as deployed by a transaction, of whatever chain, and what the project calls it. */
export type Deployment = Readonly<{ hash: Buffer; address: Buffer; name: string }>;

const BROADCAST = 'broadcast';
const IGNITION = 'ignition/deployments';
/** Each is about one run; the newest count. */
const MAX_FILES = 50;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_NAME = 100;

/**
 * What Foundry's scripts (`broadcast/`) and Hardhat Ignition (the journals of `ignition/deployments/`) deployed on chains of
 * an ID, for the folder of a project; the newest last. Never throws.
 */
export async function readDeployments(folder: string, chainId: number): Promise<Deployment[]> {
  const none = { files: [] };
  const { files } = await listJsonFiles(join(folder, BROADCAST), 10_000).catch(() => none);
  const runs = files.filter(({ path }) => path.includes(`/${chainId}/run-`));
  const found = [];
  for (const { file, size } of newest(runs)) {
    const text = size > MAX_BYTES ? '' : await readFile(file, 'utf8').catch(() => '');
    found.push(...readBroadcast(parseLine(text)));
  }
  const names = await readdir(join(folder, IGNITION)).catch(() => []);
  for (const name of names.slice(0, MAX_FILES)) {
    const journal = await readFile(join(folder, IGNITION, name, 'journal.jsonl'), 'utf8').catch(() => '');
    if (journal.length <= MAX_BYTES) found.push(...readJournal(journal.split('\n').map(parseLine), chainId));
  }
  return found;
}

const newest = (files: readonly JsonFile[]) =>
  files.toSorted((one, other) => one.mtimeMs - other.mtimeMs).slice(-MAX_FILES);

/** What is being written is not whole. */
function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readBroadcast(run: unknown): Deployment[] {
  const sent = isRecord(run) && Array.isArray(run.transactions) ? run.transactions.filter(isRecord) : [];
  return sent.flatMap(({ hash, transactionType, contractName, contractAddress }) =>
    String(transactionType).startsWith('CREATE') ? toDeployment(hash, contractAddress, contractName) : [],
  );
}

function readJournal(lines: readonly unknown[], chainId: number): Deployment[] {
  const messages = lines.filter(isRecord);
  if (messages.find(({ type }) => type === 'DEPLOYMENT_INITIALIZE')?.chainId !== chainId) return [];
  return messages.flatMap(({ type, hash, futureId, receipt }) =>
    type === 'TRANSACTION_CONFIRM' && isRecord(receipt)
      ? toDeployment(hash, receipt.contractAddress, futureId)
      : [],
  );
}

function toDeployment(hash: unknown, address: unknown, name: unknown): Deployment[] {
  if (!isHexOfLength(hash, 32) || !isHexOfLength(address, 20)) return [];
  if (typeof name !== 'string' || name === '') return [];
  return [
    {
      hash: hexToBuffer(hash),
      address: hexToBuffer(address),
      name: name.slice(0, MAX_NAME).replaceAll('\0', ''),
    },
  ];
}
