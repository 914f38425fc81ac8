import { getHash } from '@/app/[chain]/get-chain';
import type { SearchParams } from '@/app/[chain]/load-list';
import { callUnlessRejected } from '@/lib/client/call';
import { ADDRESS_HASH } from '@/lib/endpoints/formats';
import { type FlowNode, getMoneyFlow, MAX_OPENED } from '@/lib/endpoints/money-flow';
import { withQuery } from '@/lib/format/link';
import { readFields, SPAN_FIELDS } from '@/lib/format/list-field';

export type Params = Promise<{ chain: string; hash: string }>;

const { asset: ASSET, least: LEAST, transaction: TRANSACTION, open: OPEN } = getMoneyFlow.query.shape;
const FIELDS = {
  ...SPAN_FIELDS,
  asset: (text: string) => (ASSET.safeParse(text).success ? { asset: text } : undefined),
  least: (text: string) => {
    const least = text.replaceAll(',', '');
    return LEAST.safeParse(least).success ? { least } : undefined;
  },
};

/** The flow of the URL; undefined if the API has none. */
export async function loadFlow(params: Params, searchParams: SearchParams) {
  const { chain, hash } = await getHash(params, ADDRESS_HASH);
  const form = readFields(FIELDS, searchParams);
  const { direction, transaction, open } = searchParams;
  const own: Readonly<{ direction?: 'in'; transaction?: string; open?: string }> = {
    ...(direction === 'in' ? { direction } : {}),
    ...(typeof transaction === 'string' && TRANSACTION.safeParse(transaction).success ? { transaction } : {}),
    ...(typeof open === 'string' && OPEN.safeParse(open).success ? { open } : {}),
  };
  const request = {
    chain: chain.id,
    params: { address_hash_param: hash.toLowerCase() },
    query: { ...own, ...form.parameters },
  };
  return {
    ...{ chain, hash, request, own },
    path: `/${chain.id}/flow/${hash}`,
    params: { ...own, ...form.texts },
    rejected: form.rejected,
    flow: await callUnlessRejected(getMoneyFlow, request),
  };
}

/** A flow as its page has it. */
export type PageFlow = Awaited<ReturnType<typeof loadFlow>>;

/** Where a click on an account leads: it is opened or closed; where nothing follows, to its page. */
export function linkNode({ path, chain, params, own }: PageFlow, node: FlowNode): string {
  const hash = node.address.hash.toLowerCase();
  if (node.hop === 0 || node.stop !== null) return `/${chain.id}/address/${node.address.hash}`;
  const opened = (own.open ?? '').split(',').filter((one) => one !== '');
  const others = opened.filter((one) => one.toLowerCase() !== hash);
  // the last one gives way when as many are open as may be
  const open = node.is_open ? others : [...others.slice(0, MAX_OPENED - 1), hash];
  return withQuery(path, { ...params, open: open.join(',') });
}
