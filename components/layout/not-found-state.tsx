import type { ReactNode } from 'react';
import { WaitForTransaction } from '@/components/live/wait-for-transaction';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { type IndexRange, IndexRangeItem } from './index-range';
import { ProblemState } from './problem-state';

type Chain = Readonly<{ id: string; name: string }>;
type Props = { path: string; chain: Chain | undefined; status: IndexRange | undefined };
type EntityProps = { path: string; id: string; chain: Chain; status: IndexRange | undefined };

/** Explains what is missing, based on the requested path. */
export function NotFoundState({ path, chain, status }: Props) {
  const [, first = '', kind = '', id = ''] = path.split('/');
  if (chain === undefined && /^\d+$/.test(first)) return <UnknownChain id={first} />;
  const Entity = chain === undefined ? undefined : ENTITIES.get(kind);
  if (chain !== undefined && Entity !== undefined)
    return <Entity path={path} id={id} chain={chain} status={status} />;
  return <MissingPage path={path} actions={<Home chain={chain} />} />;
}

function MissingPage({ path, actions }: { path: string; actions: ReactNode }) {
  return (
    <ProblemState code="404" title="Page not found" requested={path} actions={actions}>
      <p>The URL may be mistyped, or the page may have moved. Try the search above with a hash or a name.</p>
    </ProblemState>
  );
}

const ENTITIES: ReadonlyMap<string, (props: EntityProps) => ReactNode> = new Map([
  ['tx', UnknownTransaction],
  ['block', UnknownBlock],
  ['address', MissingAddress],
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
      requested={id}
      actions={<Home chain={chain} />}
    >
      <ul className="list-disc space-y-1 pl-5">
        <li>
          It may not be in a block yet. It appears once its block is indexed: reload the page in a few
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
          ? `Block #${groupDigits(id)} not found on ${chain.name}`
          : `No block with this hash on ${chain.name}`
      }
      requested={id}
      actions={<a href={`/${chain.id}/blocks`}>Latest blocks on {chain.name}</a>}
    >
      <ul className="list-disc space-y-1 pl-5">
        {isFuture && <li>It does not exist yet: the chain is at #{groupDigits(head)}.</li>}
        <IndexRangeItem status={status} />
        {!isHeight && <li>It may have been replaced in a reorganization, or belong to another chain.</li>}
      </ul>
    </ProblemState>
  );
}

/** Every well-formed address has a page: what is missing is a tab. */
function MissingAddress({ path, id, chain }: EntityProps) {
  if (isAddress(id)) {
    const actions = <a href={`/${chain.id}/address/${id}`}>View this address</a>;
    return <MissingPage path={path} actions={actions} />;
  }
  return <Malformed text={id} what="address" digits={40} chain={chain} />;
}

function UnknownToken({ id, chain, status }: EntityProps) {
  if (!isAddress(id)) return <Malformed text={id} what="address" digits={40} chain={chain} />;
  return (
    <ProblemState
      code="404"
      title={`No token at this address on ${chain.name}`}
      requested={id}
      actions={<a href={`/${chain.id}/address/${id}`}>View this address</a>}
    >
      <ul className="list-disc space-y-1 pl-5">
        <li>
          An address is listed as a token once one of its token transfers is indexed. It may be another kind
          of contract, or belong to another chain.
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
    <ProblemState code="404" title={`Invalid ${what}`} requested={text} actions={<Home chain={chain} />}>
      <p>
        {NAMES[what] ?? `A ${what}`} is 0x followed by {digits} hexadecimal digits
        {isHex && given.length !== digits && `; this one has ${groupDigits(given.length)}`}.
      </p>
    </ProblemState>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  address: 'An address',
  block: 'A block has a number and a hash, which',
};

function UnknownChain({ id }: { id: string }) {
  return (
    <ProblemState
      code="404"
      title={`Chain ${displayText(id, 20)} is not available here`}
      actions={<a href="/">All chains</a>}
    >
      <p>The first number of the URL is a chain ID, and this explorer does not have that chain.</p>
    </ProblemState>
  );
}

function Home({ chain }: { chain: Chain | undefined }): ReactNode {
  return chain === undefined ? (
    <a href="/">All chains</a>
  ) : (
    <a href={`/${chain.id}`}>Latest blocks and transactions on {chain.name}</a>
  );
}
