import type { ReactNode } from 'react';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { ProblemState } from './problem-state';

type Chain = Readonly<{ id: string; name: string }>;
type Status = Readonly<{
  first_block: number | null;
  indexed_block: number | null;
  head_block: number | null;
}>;
type Props = { path: string; chain: Chain | undefined; status: Status | undefined };

/** What is missing, in the words of what was asked for. */
export function NotFoundState({ path, chain, status }: Props) {
  const [, first = '', kind, id = ''] = path.split('/');
  const isHash = /^0x[0-9a-f]{64}$/i.test(id);
  if (chain === undefined && /^\d+$/.test(first)) return <UnknownChain id={first} />;
  if (chain !== undefined && kind === 'tx') {
    return isHash ? (
      <UnknownTransaction hash={id} chain={chain} status={status} />
    ) : (
      <MalformedHash text={id} chain={chain} />
    );
  }
  return (
    <ProblemState code="404" title="There is no such page" asked={path} actions={<Home chain={chain} />}>
      <p>
        The address may be mistyped, or the page may have moved. The search above finds it by its hash or
        name.
      </p>
    </ProblemState>
  );
}

function UnknownTransaction(props: { hash: string; chain: Chain; status: Status | undefined }) {
  const { chain, status } = props;
  const { indexed_block: indexed = null, head_block: head = null, first_block: first = null } = status ?? {};
  const isBehind = indexed !== null && head !== null && indexed < head;
  return (
    <ProblemState
      code="404"
      title={`No transaction with this hash on ${chain.name}`}
      asked={props.hash}
      actions={<Home chain={chain} />}
    >
      <ul className="list-disc space-y-1 pl-5">
        <li>
          It may not be mined yet. It appears as soon as its block is indexed: load the page again in a few
          seconds.
        </li>
        {indexed !== null && (
          <li>
            The index has blocks #{groupDigits(first ?? 0)} to #{groupDigits(indexed)}
            {isBehind && `; the chain is at #${groupDigits(head)}, so newer ones still follow`}.
          </li>
        )}
        <li>It may belong to another chain.</li>
      </ul>
    </ProblemState>
  );
}

function MalformedHash({ text, chain }: { text: string; chain: Chain }) {
  const digits = text.replace(/^0x/i, '');
  const isHex = /^[0-9a-f]*$/i.test(digits);
  return (
    <ProblemState
      code="404"
      title="This is no transaction hash"
      asked={text}
      actions={<Home chain={chain} />}
    >
      <p>
        A transaction hash is 0x and 64 hexadecimal digits
        {isHex && digits.length !== 64 && `; this one has ${groupDigits(digits.length)}`}.
      </p>
    </ProblemState>
  );
}

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
