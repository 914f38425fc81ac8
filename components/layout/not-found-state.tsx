import type { ReactNode } from 'react';
import { WaitForTransaction } from '@/components/live/wait-for-transaction';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { type IndexRange, IndexRangeItem } from './index-range';
import { ProblemState } from './problem-state';

type Chain = Readonly<{ id: string; name: string }>;
type Props = { path: string; chain: Chain | undefined; status: IndexRange | undefined };
type EntityProps = { id: string; chain: Chain; status: IndexRange | undefined };

/** What is missing, in the words of what was asked for. */
export function NotFoundState({ path, chain, status }: Props) {
  const [, first = '', kind = '', id = ''] = path.split('/');
  if (chain === undefined && /^\d+$/.test(first)) return <UnknownChain id={first} />;
  const Entity = chain === undefined ? undefined : ENTITIES.get(kind);
  if (chain !== undefined && Entity !== undefined) return <Entity id={id} chain={chain} status={status} />;
  return (
    <ProblemState code="404" title="There is no such page" asked={path} actions={<Home chain={chain} />}>
      <p>
        The address may be mistyped, or the page may have moved. The search above finds it by its hash or
        name.
      </p>
    </ProblemState>
  );
}

const ENTITIES: ReadonlyMap<string, (props: EntityProps) => ReactNode> = new Map([
  ['tx', UnknownTransaction],
  ['block', UnknownBlock],
  ['address', MalformedAddress],
  ['token', UnknownToken],
]);

const isHash = (text: string) => /^0x[0-9a-f]{64}$/i.test(text);
const isAddress = (text: string) => /^0x[0-9a-f]{40}$/i.test(text);

function UnknownTransaction({ id, chain, status }: EntityProps) {
  if (!isHash(id)) return <Malformed text={id} what="transaction hash" digits={64} chain={chain} />;
  return (
    <ProblemState
      code="404"
      title={`No transaction with this hash on ${chain.name}`}
      asked={id}
      actions={<Home chain={chain} />}
    >
      <ul className="list-disc space-y-1 pl-5">
        <li>
          It may not be mined yet. It appears as soon as its block is indexed: load the page again in a few
          seconds.
        </li>
        <IndexRangeItem status={status} />
        <li>It may belong to another chain.</li>
      </ul>
      <WaitForTransaction chainId={chain.id} hash={id} />
    </ProblemState>
  );
}

function UnknownBlock({ id, chain, status }: EntityProps) {
  const isHeight = /^\d{1,16}$/.test(id);
  if (!isHeight && !isHash(id)) return <Malformed text={id} what="block" digits={64} chain={chain} />;
  const head = status?.head_block ?? null;
  const isFuture = isHeight && head !== null && Number(id) > head;
  return (
    <ProblemState
      code="404"
      title={
        isHeight
          ? `Block #${groupDigits(id)} of ${chain.name} is not here`
          : `No block with this hash on ${chain.name}`
      }
      asked={id}
      actions={<a href={`/${chain.id}/blocks`}>The newest blocks of {chain.name}</a>}
    >
      <ul className="list-disc space-y-1 pl-5">
        {isFuture && <li>It does not exist yet: the chain has reached #{groupDigits(head)}.</li>}
        <IndexRangeItem status={status} />
        {!isHeight && (
          <li>It may have been replaced by another block of the same height, or belong to another chain.</li>
        )}
      </ul>
    </ProblemState>
  );
}

function MalformedAddress({ id, chain }: EntityProps) {
  return <Malformed text={id} what="address" digits={40} chain={chain} />;
}

function UnknownToken({ id, chain, status }: EntityProps) {
  if (!isAddress(id)) return <Malformed text={id} what="address" digits={40} chain={chain} />;
  return (
    <ProblemState
      code="404"
      title={`No token at this address on ${chain.name}`}
      asked={id}
      actions={<a href={`/${chain.id}/address/${id}`}>What is known of this address</a>}
    >
      <ul className="list-disc space-y-1 pl-5">
        <li>
          An address counts as a token once a transfer of a token standard is indexed that it has logged. It
          may be a contract of another kind, or belong to another chain.
        </li>
        <IndexRangeItem status={status} />
      </ul>
    </ProblemState>
  );
}

type MalformedProps = { text: string; what: string; digits: number; chain: Chain };

function Malformed({ text, what, digits, chain }: MalformedProps) {
  const given = text.replace(/^0x/i, '');
  const isHex = /^[0-9a-f]*$/i.test(given);
  return (
    <ProblemState code="404" title={`This is no ${what}`} asked={text} actions={<Home chain={chain} />}>
      <p>
        {NAMES[what] ?? `A ${what}`} is 0x and {digits} hexadecimal digits
        {isHex && given.length !== digits && `; this one has ${groupDigits(given.length)}`}.
      </p>
    </ProblemState>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  address: 'An address',
  block: 'A block has a height, a whole number, and a hash, which',
};

function UnknownChain({ id }: { id: string }) {
  return (
    <ProblemState
      code="404"
      title={`Chain ${displayText(id, 20)} is not served here`}
      actions={<a href="/">The chains of this explorer</a>}
    >
      <p>The number in front is the id of a chain; this explorer does not have that one.</p>
    </ProblemState>
  );
}

function Home({ chain }: { chain: Chain | undefined }): ReactNode {
  return chain === undefined ? (
    <a href="/">The chains of this explorer</a>
  ) : (
    <a href={`/${chain.id}`}>Latest blocks and transactions of {chain.name}</a>
  );
}
