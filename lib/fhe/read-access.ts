import { findDeployments } from './deployments';
import { normalizeHandle } from './graph-operation';

/** A log as the API decodes it. */
type Log = Readonly<{
  index: number;
  address: Readonly<{ hash: string }>;
  topics: readonly (string | null)[];
  decoded: Readonly<{ parameters: readonly Readonly<{ name: string; value: unknown }>[] }> | null;
}>;

/** First topics of the logs that say whose input a handle is, and who may decrypt it. */
export const ACCESS_TOPICS = {
  VerifyInput: '0xdc370db33589e73371dc3ee42c789c003d336eefcb7c3f56fe0f51ae5b1d9702',
  Allowed: '0xe2e1decee6e05ee246cd7c7f1337d25cdfd41dcbdcf8c57b61630be56cc7366a',
  AllowedForDecryption: '0xd913ac93a959116526793ef772233273d5249597d33cddfdc34f29920541fd0a',
} as const;

/** Inputs and grants in a transaction's logs, by handle. */
export type FheAccess = Readonly<{
  /** The user who encrypted a handle, by a verified proof. */
  inputs: ReadonlyMap<string, Readonly<{ user: string; logIndex: number }>>;
  /** Accounts that were allowed to use and decrypt a handle. */
  allowed: ReadonlyMap<string, readonly string[]>;
  /** Handles that anyone may decrypt. */
  open: ReadonlySet<string>;
  /** Whether the emitting contracts of this chain are known; else any contract can log them. */
  isGenuine: boolean;
}>;

/** The contracts of deployments that log inputs and grants; those published for the chain where none is given. */
type Hosts = Readonly<{
  chainId: string;
  deployments: readonly Readonly<{ name: string | null; executor: string; acl: string | null }>[];
}>;

/** Reads input proofs and grants from logs: only from those of the deployments' contracts, as far as these are known. */
export function readAccess(logs: readonly Log[], { chainId, deployments }: Hosts): FheAccess {
  const given = deployments.filter(({ name }) => name !== null);
  const known = given.length > 0 ? given : findDeployments(Number(chainId));
  const hosts = {
    executor: known.map(({ executor }) => executor),
    acl: known.flatMap(({ acl }) => acl ?? []),
  };
  const isOf = (log: Log, kind: keyof typeof hosts) =>
    hosts[kind].length === 0 ||
    hosts[kind].some((address) => address.toLowerCase() === log.address.hash.toLowerCase());
  const inputs = new Map<string, { user: string; logIndex: number }>();
  const allowed = new Map<string, string[]>();
  const open = new Set<string>();
  for (const log of logs) {
    const [topic] = log.topics;
    if (topic === ACCESS_TOPICS.VerifyInput) {
      const handle = textOf(log, 'result');
      const user = textOf(log, 'userAddress');
      if (handle && user && isOf(log, 'executor'))
        inputs.set(normalizeHandle(handle), { user, logIndex: log.index });
    } else if (isOf(log, 'acl')) {
      const account = textOf(log, 'account');
      const handle = textOf(log, 'handle');
      if (topic === ACCESS_TOPICS.Allowed && handle && account) {
        const known = allowed.get(normalizeHandle(handle)) ?? [];
        allowed.set(normalizeHandle(handle), known.includes(account) ? known : [...known, account]);
      }
      if (topic === ACCESS_TOPICS.AllowedForDecryption)
        for (const one of listOf(log, 'handlesList')) open.add(normalizeHandle(one));
    }
  }
  return { inputs, allowed, open, isGenuine: hosts.acl.length > 0 };
}

const parameterOf = (log: Log, name: string) =>
  log.decoded?.parameters.find((parameter) => parameter.name === name)?.value;

function textOf(log: Log, name: string): string | undefined {
  const value = parameterOf(log, name);
  return typeof value === 'string' ? value : undefined;
}

function listOf(log: Log, name: string): string[] {
  const value = parameterOf(log, name);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
