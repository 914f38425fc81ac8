import type { ReactNode } from 'react';
import { WaitForTransaction } from '@/components/live/wait-for-transaction';
import { rich } from '@/components/ui/rich';
import { shortenHandle } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { type Msg, msg, t } from '@/lib/language/t';
import { findTab, type TabbedPage } from '@/lib/pages/tabs';
import { type IndexRange, IndexRangeItem } from './index-range';
import { ProblemState } from './problem-state';

type Chain = Readonly<{ id: string; name: string }>;
type Props = { path: string; chain: Chain | undefined; status: IndexRange | undefined };
type EntityProps = { path: string; id: string; chain: Chain; status: IndexRange | undefined };

/** Explains what is missing, based on the requested path. */
export function NotFoundState({ path, chain, status }: Props) {
  const [, first = '', kind = '', id = '', tab] = path.split('/');
  if (chain === undefined && /^\d+$/.test(first)) return <UnknownChain id={first} />;
  const Entity = chain === undefined ? undefined : ENTITIES.get(kind);
  const page = PAGES.get(kind);
  if (chain !== undefined && page !== undefined && isNoTab(page, tab)) {
    const href = `/${chain.id}/${kind}/${id}`;
    return <MissingPage path={path} actions={<a href={href}>{t(page.view)}</a>} />;
  }
  if (chain !== undefined && Entity !== undefined)
    return <Entity path={path} id={id} chain={chain} status={status} />;
  return <MissingPage path={path} actions={<Home chain={chain} />} />;
}

function MissingPage({ path, actions }: { path: string; actions: ReactNode }) {
  return (
    <ProblemState code="404" title={t('Page not found')} requested={path} actions={actions}>
      <p>
        {t(
          'The URL may be mistyped, or the page may have moved. Try the search above with a hash or a name.',
        )}
      </p>
    </ProblemState>
  );
}

type Tabbed = Readonly<{ name: TabbedPage; view: Msg }>;

/** Entities that may not exist: for an existing tab, the entity is missing. */
const PAGES: ReadonlyMap<string, Tabbed> = new Map([
  ['tx', { name: 'tx', view: msg('View this transaction') }],
  ['block', { name: 'block', view: msg('View this block') }],
  ['token', { name: 'token', view: msg('View this token') }],
]);

/** Whether the page has no such tab: nothing is known of the entity then. */
function isNoTab({ name }: Tabbed, tab: string | undefined): boolean {
  const isInstance = name === 'token' && tab === 'instance';
  return tab !== undefined && tab !== '' && !isInstance && findTab(name, tab) === '';
}

const ENTITIES: ReadonlyMap<string, (props: EntityProps) => ReactNode> = new Map([
  ['tx', UnknownTransaction],
  ['block', UnknownBlock],
  ['address', MissingAddress],
  ['token', UnknownToken],
  ['op', UnknownOperation],
  ['handle', UnknownHandle],
]);

const isHash = (text: string) => /^0x[0-9a-f]{64}$/i.test(text);
const isAddress = (text: string) => /^0x[0-9a-f]{40}$/i.test(text);

function UnknownTransaction({ id, chain, status }: EntityProps) {
  if (!isHash(id)) return <Malformed text={id} what="transaction" digits={64} chain={chain} />;
  return (
    <ProblemState
      code="404"
      title={t('No transaction with this hash on {name}', { name: chain.name })}
      requested={id}
      actions={<Home chain={chain} />}
    >
      <ul className="list-disc space-y-1 ps-5">
        <li>
          {t(
            'It may not be in a block yet. It appears here once its block is indexed; without JavaScript, reload the page.',
          )}
        </li>
        <IndexRangeItem status={status} />
        <li>{t('It may belong to another chain.')}</li>
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
  const isEarlier = isHeight && Number(id) < (status?.first_block ?? 0);
  return (
    <ProblemState
      code="404"
      title={
        isEarlier
          ? t('Block #{id} of {name} is not indexed', { id: groupDigits(id), name: chain.name })
          : isHeight
            ? t('Block #{id} not found on {name}', { id: groupDigits(id), name: chain.name })
            : t('No block with this hash on {name}', { name: chain.name })
      }
      requested={id}
      actions={<a href={`/${chain.id}/blocks`}>{rich('Latest blocks on {name}', { name: chain.name })}</a>}
    >
      <ul className="list-disc space-y-1 ps-5">
        {isEarlier && <li>{t('It is older than the index.')}</li>}
        {isFuture && (
          <li>{t('It does not exist yet: the chain is at #{head}.', { head: groupDigits(head) })}</li>
        )}
        <IndexRangeItem status={status} />
        {!isHeight && (
          <li>{t('It may have been replaced in a reorganization, or belong to another chain.')}</li>
        )}
      </ul>
    </ProblemState>
  );
}

/** Every well-formed address has a page: what is missing is a tab. */
function MissingAddress({ path, id, chain }: EntityProps) {
  if (isAddress(id)) {
    const actions = <a href={`/${chain.id}/address/${id}`}>{t('View this address')}</a>;
    return <MissingPage path={path} actions={actions} />;
  }
  return <Malformed text={id} what="address" digits={40} chain={chain} />;
}

function UnknownToken({ id, chain, status }: EntityProps) {
  if (!isAddress(id)) return <Malformed text={id} what="address" digits={40} chain={chain} />;
  return (
    <ProblemState
      code="404"
      title={t('No token at this address on {name}', { name: chain.name })}
      requested={id}
      actions={<a href={`/${chain.id}/address/${id}`}>{t('View this address')}</a>}
    >
      <ul className="list-disc space-y-1 ps-5">
        <li>
          {t(
            'An address is listed as a token once one of its token transfers is indexed. It may be another kind of contract, or belong to another chain.',
          )}
        </li>
        <IndexRangeItem status={status} />
      </ul>
    </ProblemState>
  );
}

function UnknownOperation({ id, chain, status }: EntityProps) {
  if (!isHash(id)) return <Malformed text={id} what="operation" digits={64} chain={chain} />;
  return (
    <ProblemState
      code="404"
      title={t('No user operation with this hash on {name}', { name: chain.name })}
      requested={id}
      actions={
        <a href={`/${chain.id}/operations`}>{rich('User operations on {name}', { name: chain.name })}</a>
      }
    >
      <ul className="list-disc space-y-1 ps-5">
        <li>
          {t(
            'It may not be in a block yet: only a bundler knows it until then. It may also be the hash of a transaction.',
          )}
        </li>
        <IndexRangeItem status={status} />
        <li>{t('It may belong to another chain.')}</li>
      </ul>
    </ProblemState>
  );
}

function UnknownHandle({ id, chain, status }: EntityProps) {
  if (!isHash(id)) return <Malformed text={id} what="handle" digits={64} chain={chain} />;
  return (
    <ProblemState
      code="404"
      title={t('No handle {handle} on {name}', { handle: shortenHandle(id), name: chain.name })}
      requested={id}
      actions={<Home chain={chain} />}
    >
      <ul className="list-disc space-y-1 ps-5">
        <li>{t('No indexed log of a known fhEVM deployment names it.')}</li>
        <IndexRangeItem status={status} />
        <li>{t('It may belong to another chain.')}</li>
      </ul>
    </ProblemState>
  );
}

type MalformedProps = { text: string; what: keyof typeof MALFORMED; digits: number; chain: Chain };

function Malformed({ text, what, digits, chain }: MalformedProps) {
  const input = text.replace(/^0x/i, '');
  const isHex = /^[0-9a-f]*$/i.test(input);
  return (
    <ProblemState
      code="404"
      title={t(MALFORMED[what].title)}
      requested={text}
      actions={<Home chain={chain} />}
    >
      <p>
        {t(isHex && input.length !== digits ? MALFORMED[what].count : MALFORMED[what].rule, {
          digits,
          count: groupDigits(input.length),
        })}
      </p>
    </ProblemState>
  );
}

const MALFORMED = {
  transaction: {
    title: msg('Invalid transaction hash'),
    rule: msg('A transaction hash is 0x followed by {digits} hexadecimal digits.'),
    count: msg('A transaction hash is 0x followed by {digits} hexadecimal digits; this one has {count}.'),
  },
  operation: {
    title: msg('Invalid user operation hash'),
    rule: msg('The hash of a user operation is 0x followed by {digits} hexadecimal digits.'),
    count: msg(
      'The hash of a user operation is 0x followed by {digits} hexadecimal digits; this one has {count}.',
    ),
  },
  handle: {
    title: msg('Invalid handle'),
    rule: msg('A handle is 0x followed by {digits} hexadecimal digits.'),
    count: msg('A handle is 0x followed by {digits} hexadecimal digits; this one has {count}.'),
  },
  address: {
    title: msg('Invalid address'),
    rule: msg('An address is 0x followed by {digits} hexadecimal digits.'),
    count: msg('An address is 0x followed by {digits} hexadecimal digits; this one has {count}.'),
  },
  block: {
    title: msg('Invalid block'),
    rule: msg('A block has a number and a hash, which is 0x followed by {digits} hexadecimal digits.'),
    count: msg(
      'A block has a number and a hash, which is 0x followed by {digits} hexadecimal digits; this one has {count}.',
    ),
  },
} as const;

function UnknownChain({ id }: { id: string }) {
  return (
    <ProblemState
      code="404"
      title={t('Chain {id} is not available here', { id: displayText(id, 20) })}
      actions={<a href="/">{t('All chains')}</a>}
    >
      <p>{t('The first number of the URL is a chain ID, and this explorer does not have that chain.')}</p>
    </ProblemState>
  );
}

function Home({ chain }: { chain: Chain | undefined }): ReactNode {
  return chain === undefined ? (
    <a href="/">{t('All chains')}</a>
  ) : (
    <a href={`/${chain.id}`}>{rich('Latest blocks and transactions on {name}', { name: chain.name })}</a>
  );
}
