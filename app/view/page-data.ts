import type { SearchParams } from '@/app/[chain]/load-list';
import { getAddress } from '@/lib/endpoints/address';
import { listCounterparties } from '@/lib/endpoints/address-activity';
import { listAddressApprovals } from '@/lib/endpoints/approval';
import { getBlock } from '@/lib/endpoints/block';
import { getCallTree } from '@/lib/endpoints/call-tree';
import { getContract } from '@/lib/endpoints/contract';
import type { Endpoint } from '@/lib/endpoints/endpoint';
import { listTransactionFheOperations } from '@/lib/endpoints/fhe-operation';
import { ADDRESS_HASH, HASH } from '@/lib/endpoints/formats';
import { getGasProfile } from '@/lib/endpoints/gas-profile';
import { listAddressNfts, listAddressTokens } from '@/lib/endpoints/holding';
import { listAddressInternals } from '@/lib/endpoints/internal-transaction';
import { listAddressLogs, listTransactionLogs } from '@/lib/endpoints/log';
import { getRawTrace } from '@/lib/endpoints/raw-trace';
import { listStateChanges } from '@/lib/endpoints/state-change';
import { listTransactionTokenTransfers, listTransfersOfAddress } from '@/lib/endpoints/token-transfer';
import { getTransaction, listAddressTransactions } from '@/lib/endpoints/transaction';
import { getUserOperation } from '@/lib/endpoints/user-operation-info';
import { listAddressWithdrawals, listBlockWithdrawals } from '@/lib/endpoints/withdrawal';
import { CALL_FIELDS, type ReadField, readFields, SPAN_FIELDS, VALUE_FIELD } from '@/lib/format/list-field';

/** What a page has the API's data of, and the CSV export of the list that it shows. */
type PageData = Readonly<{
  json: Endpoint;
  csv?: Readonly<{ name: string; of: Endpoint }>;
  /** The form's fields of the page. */
  fields?: Readonly<Record<string, ReadField>>;
}>;
type Kind = Readonly<{ form: RegExp; param: string; tabs: Readonly<Record<string, PageData>> }>;

const TRANSACTION: Kind = {
  form: HASH,
  param: 'transaction_hash_param',
  tabs: {
    '': { json: getTransaction },
    'token-transfers': { json: listTransactionTokenTransfers },
    fhe: { json: listTransactionFheOperations },
    logs: { json: listTransactionLogs },
    internal: { json: getCallTree },
    gas: { json: getGasProfile },
    state: { json: listStateChanges },
    trace: { json: getRawTrace },
    raw: { json: getTransaction },
  },
};

const BLOCK: Kind = {
  form: /^(0x[0-9a-fA-F]{64}|\d{1,16})$/,
  param: 'block_hash_or_number_param',
  tabs: { '': { json: getBlock }, withdrawals: { json: listBlockWithdrawals } },
};

const TRANSACTION_FIELDS = { ...SPAN_FIELDS, ...CALL_FIELDS, ...VALUE_FIELD };
const ADDRESS: Kind = {
  form: ADDRESS_HASH,
  param: 'address_hash_param',
  tabs: {
    '': {
      json: getAddress,
      csv: { name: 'transactions', of: listAddressTransactions },
      fields: TRANSACTION_FIELDS,
    },
    'token-transfers': {
      json: listTransfersOfAddress,
      csv: { name: 'token-transfers', of: listTransfersOfAddress },
      fields: SPAN_FIELDS,
    },
    tokens: { json: listAddressTokens },
    nfts: { json: listAddressNfts },
    internal: {
      json: listAddressInternals,
      csv: { name: 'internal', of: listAddressInternals },
      fields: SPAN_FIELDS,
    },
    logs: { json: listAddressLogs, csv: { name: 'logs', of: listAddressLogs } },
    withdrawals: { json: listAddressWithdrawals },
    approvals: { json: listAddressApprovals },
    activity: { json: listCounterparties },
    contract: { json: getContract },
    'contract/bytecode': { json: getContract },
    'contract/read': { json: getContract },
    'contract/write': { json: getContract },
  },
};

/** Tabs of an address whose list the API has as CSV; '' for the first. */
export const ADDRESS_CSV_TABS: readonly string[] = Object.entries(ADDRESS.tabs)
  .filter(([, { csv }]) => csv !== undefined)
  .map(([tab]) => tab);

const OPERATION: Kind = {
  form: HASH,
  param: 'operation_hash_param',
  tabs: { '': { json: getUserOperation } },
};

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['op', OPERATION],
  ['tx', TRANSACTION],
  ['block', BLOCK],
  ['address', ADDRESS],
]);

/** A page of the site as data: its endpoints and their parameter. */
export type View = Readonly<{
  data: PageData;
  kind: string;
  id: string;
  tab: string;
  params: Record<string, string>;
}>;

/** The page of a path below a chain, such as `tx/0x…/logs`; undefined if there is none that has data. */
export function findView([kind = '', id = '', ...rest]: readonly string[]): View | undefined {
  const known = KINDS.get(kind);
  const tab = rest.join('/');
  if (known === undefined || !known.form.test(id)) return undefined;
  const data = Object.hasOwn(known.tabs, tab) ? known.tabs[tab] : undefined;
  return data && { data, kind, id: id.toLowerCase(), tab, params: { [known.param]: id.toLowerCase() } };
}

/** What the query of a page asks of the API: like the page, it drops what is not valid. */
export function readViewQuery(
  endpoint: Endpoint,
  { fields = {} }: Readonly<{ json: Endpoint; fields?: PageData['fields'] }>,
  given: SearchParams,
) {
  const plain = Object.entries(endpoint.query.shape).flatMap(([name, field]) => {
    const text = given[name];
    return typeof text === 'string' && field.safeParse(text).success ? [[name, text] as const] : [];
  });
  const read = Object.entries(readFields(fields, given).parameters);
  const form = read.filter(([name]) => name in endpoint.query.shape);
  return Object.fromEntries([...plain, ...form]);
}
