import { entryPoint07Address } from 'viem/account-abstraction';
import { toEventSelector } from 'viem/utils';
import { listOperations, operationEvent } from '@/lib/evm/fhe-operations';
import { CAST } from './cast';

/** One log of a synthetic transaction; hex with 0x. */
export type Event = Readonly<{ address: string; topics: readonly string[]; data: string }>;

const TOPICS = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  confidential: '0x67500e8d0ed826d2194f514dd0d8124f35648ab6e3fb5e6ed867134cffe661e9',
  hybridAmount: '0xe59fdd36d0d223c0c7d996db7ad796880f45e1936cb0bb7ac102e7082e031487',
  hybridId: '0xe5f815dc84b8cecdfd4beedfc3f91ab5be7af100eca4e8fb11552b867995394f',
  userOperation: '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
  swap: '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822',
} as const;
/** Operations of two operands, whose events share a layout. */
const BINARY = ['FheAdd', 'FheSub', 'FheMul', 'FheLe', 'FheMin'] as const;
const BINARY_TOPICS = BINARY.map((wanted) => {
  const operation = listOperations().find((name) => name === wanted);
  if (operation === undefined) throw new Error(`there is no operation ${wanted}`);
  return toEventSelector(operationEvent(operation));
});

export const NOBODY = `0x${'0'.repeat(40)}`;

/** The 32-byte word of a number or of an address, without 0x. */
export function word(value: number | bigint | string): string {
  return (typeof value === 'string' ? value.slice(2) : value.toString(16)).padStart(64, '0');
}

type Parties = Readonly<{ from: string; to: string }>;

const topicsOf = ({ from, to }: Parties) => [`0x${word(from)}`, `0x${word(to)}`];

export function coinEvent(token: string, parties: Parties, amount: number): Event {
  return {
    address: token,
    topics: [TOPICS.transfer, ...topicsOf(parties)],
    data: `0x${word(amount)}`,
  };
}

/** Hash of the only user operation. */
export const USER_OPERATION = `0x${'7'.repeat(64)}`;

export function userOperationEvent(sender: string): Event {
  return {
    address: entryPoint07Address.toLowerCase(),
    topics: [TOPICS.userOperation, USER_OPERATION, `0x${word(sender)}`, `0x${word(NOBODY)}`],
    data: `0x${[7, 1, 9, 8].map(word).join('')}`,
  };
}

export function nftEvent(token: string, parties: Parties, id: number): Event {
  return { address: token, topics: [TOPICS.transfer, ...topicsOf(parties), `0x${word(id)}`], data: '0x' };
}

/** A batch transfer of `ids` consecutive IDs from `first`. */
export function batchEvent(parties: Parties, first: number, ids: number): Event {
  const listOf = (value: (at: number) => number) =>
    `${word(ids)}${Array.from({ length: ids }, (_, at) => word(value(at))).join('')}`;
  const numbers = listOf((at) => first + at);
  const amounts = listOf((at) => 1 + at);
  return {
    address: CAST.multiToken,
    topics: [TOPICS.batch, `0x${word(parties.from)}`, ...topicsOf(parties)],
    data: `0x${word(64)}${word(64 + numbers.length / 2)}${numbers}${amounts}`,
  };
}

export function hybridEvents(parties: Parties, id: number): Event[] {
  return [
    {
      address: CAST.hybrid,
      topics: [TOPICS.hybridAmount, ...topicsOf(parties)],
      data: `0x${word(10n ** 18n)}`,
    },
    { address: CAST.hybrid, topics: [TOPICS.hybridId, ...topicsOf(parties), `0x${word(id)}`], data: '0x' },
  ];
}

export function approvalEvent(token: string, parties: Parties, amount: number): Event {
  return { address: token, topics: [TOPICS.approval, ...topicsOf(parties)], data: `0x${word(amount)}` };
}

export function swapEvent(parties: Parties, amount: number): Event {
  const data = `0x${word(amount)}${word(0)}${word(0)}${word(amount + 1)}`;
  return { address: CAST.router, topics: [TOPICS.swap, ...topicsOf(parties)], data };
}

export function confidentialEvent(parties: Parties, handle: string): Event {
  return {
    address: CAST.confidential,
    topics: [TOPICS.confidential, ...topicsOf(parties), handle],
    data: '0x',
  };
}

/** A handle of a 64-bit number: 21 bytes of a hash, then index, chain, type and version. */
export function handleOf(digits: string): string {
  return `0x${digits.slice(0, 42)}ff${'0'.repeat(16)}0500`;
}

/** Operations that each take the result of the previous one. */
export function fheEvents(handles: readonly string[]): Event[] {
  return handles.slice(1).map((result, at) => ({
    address: CAST.executor,
    topics: [BINARY_TOPICS[at % BINARY_TOPICS.length] ?? '', `0x${word(CAST.confidential)}`],
    data: `0x${word(handles[at] ?? result)}${word(handles[0] ?? result)}${word(0)}${word(result)}`,
  }));
}
