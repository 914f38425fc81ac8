import { AddressLabel } from '@/components/chain/address';
import { CopyButton } from '@/components/ui/copy-button';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Pill } from '@/components/ui/pill';
import { rich } from '@/components/ui/rich';
import type { Address } from '@/lib/endpoints/address-mention';
import { typeOfHandle } from '@/lib/fhe/graph-operation';
import { originOfHandle } from '@/lib/fhe/handles';
import { formatFheType } from '@/lib/fhe/names';
import type { FheAccess } from '@/lib/fhe/read-access';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { HandleLink } from './handle-link';
import type { ListedHandle } from './list-handles';
import { rowHref } from './operations-table';

const MAX_ROWS = 20;
const MAX_ACCOUNTS = 3;

type Props = {
  handles: readonly ListedHandle[];
  access: FheAccess;
  /** Known addresses by hash in lower case. */
  names: ReadonlyMap<string, Address>;
  /** The logs were more than the page reads. */
  isPart: boolean;
  /** Place of the first row of the table of operations on the page. */
  from: number;
  /** Link to a log. */
  logHref: (logIndex: number) => string;
  /** The logs that grant access. */
  grantsHref: string;
};

/** Ciphertexts that a transaction used or granted: where they come from, and who may decrypt them by its logs. */
export function HandlesTable({ handles, access, isPart, ...links }: Props) {
  return (
    <>
      <DataTable
        caption={t('Ciphertexts: origin, and who may decrypt them')}
        columns={[NAME, HANDLE, originColumn(access, links), accessColumn(access, links)]}
        rows={handles.slice(0, MAX_ROWS)}
        narrow="max-md:grid-cols-[auto_minmax(0,1fr)]"
      />
      <p className="border-t border-line px-4 py-2 text-xs text-faint">
        {handles.length > MAX_ROWS &&
          `${t('The first {limit} of {count}.', { limit: MAX_ROWS, count: groupDigits(handles.length) })} `}
        {isPart && `${t('Based on the first logs of the transaction that grant access.')} `}
        {t('Only grants logged by this transaction are shown; others may have been made before or since.')}
        {!access.isGenuine &&
          ` ${t('The FHE contracts of this chain are not known here: any contract can log a grant.')}`}
      </p>
    </>
  );
}

const NAME: Column<ListedHandle> = {
  head: msg('Name'),
  className: 'md:w-16',
  cell: ({ name }) => <code className="mono font-medium">{name ?? '–'}</code>,
};

const HANDLE: Column<ListedHandle> = {
  head: msg('Handle'),
  className: 'md:w-56',
  cell: ({ handle }) => (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <HandleLink handle={handle} />
      <CopyButton value={handle} what={t('handle')} />
      <span className="mono text-xs text-faint">{formatFheType(typeOfHandle(handle))}</span>
    </span>
  ),
};

type Links = Pick<Props, 'names' | 'from' | 'logHref' | 'grantsHref'>;

function originColumn(access: FheAccess, links: Links): Column<ListedHandle> {
  return {
    head: msg('Origin'),
    className: 'max-md:col-span-2',
    cell: (listed) => <Origin listed={listed} input={access.inputs.get(listed.handle)} {...links} />,
  };
}

type OriginProps = Links & {
  listed: ListedHandle;
  input: ReturnType<FheAccess['inputs']['get']>;
};

function Origin({ listed: { handle, producer }, input, names, from, logHref }: OriginProps) {
  if (input !== undefined)
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        {rich('<pill>Encrypted input</pill> of {account} <link>proof verified in log #{logIndex}</link>', {
          pill: (words) => (
            <Pill tone="secret" icon="lock">
              {words}
            </Pill>
          ),
          account: <AddressLabel address={named(input.user, names)} />,
          link: (words) => (
            <a href={logHref(input.logIndex)} className="text-xs">
              {words}
            </a>
          ),
          logIndex: input.logIndex,
        })}
      </span>
    );
  if (producer !== null)
    return rich('Result of <link>operation {position}</link>', {
      link: (words) => (
        <a href={rowHref(producer.number - 1, { logIndex: producer.logIndex, from })}>{words}</a>
      ),
      position: groupDigits(producer.number),
    });
  if (originOfHandle(handle) === 'input')
    return rich('<pill>Encrypted input</pill> verified in an earlier transaction', {
      pill: (words) => <Pill tone="secret">{words}</Pill>,
    });
  return <Pill>{t('Stored ciphertext')}</Pill>;
}

function accessColumn(access: FheAccess, { names, grantsHref }: Links): Column<ListedHandle> {
  return {
    head: msg('Decryption granted to'),
    className: 'max-md:col-span-2',
    cell: ({ handle }) => {
      const accounts = access.allowed.get(handle) ?? [];
      const isOpen = access.open.has(handle);
      if (accounts.length === 0 && !isOpen) return <span className="text-faint">{t('no grant')}</span>;
      return (
        <span className="flex flex-wrap gap-x-3 gap-y-0.5">
          {isOpen && (
            <Pill tone="pending" title={t('Made publicly decryptable')}>
              {t('everyone')}
            </Pill>
          )}
          {accounts.slice(0, MAX_ACCOUNTS).map((account) => (
            <AddressLabel key={account} address={named(account, names)} />
          ))}
          {accounts.length > MAX_ACCOUNTS && (
            <a href={grantsHref}>
              {t('and {count} more', { count: groupDigits(accounts.length - MAX_ACCOUNTS) })}
            </a>
          )}
        </span>
      );
    },
  };
}

const named = (hash: string, names: Props['names']) =>
  names.get(hash.toLowerCase()) ?? { hash, name: null, is_contract: null };
