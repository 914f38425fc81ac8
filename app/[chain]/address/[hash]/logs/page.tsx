import { AddressLogs } from '@/components/log/address-logs';
import { CsvLink } from '@/components/ui/csv-link';
import { EmptyState } from '@/components/ui/empty-state';
import { ListBody } from '@/components/ui/list-body';
import { Pager } from '@/components/ui/pager';
import { call } from '@/lib/client/call';
import { listAddressLogs } from '@/lib/endpoints/address';
import { pageLinks, readListQuery, type SearchParams } from '../../../list-query';
import { getPageAddress, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

/** The logs that a contract wrote, newest first, a page at a time. */
export default async function AddressLogsPage({ params, searchParams }: Props) {
  const { chain, address } = await getPageAddress(params);
  const asked = readListQuery(listAddressLogs.query.shape, await searchParams);
  const page = await call(listAddressLogs, {
    chain: chain.id,
    params: { address_hash_param: address.hash },
    query: asked.query,
  });
  const logs = page?.items ?? [];
  const path = `/${chain.id}/address/${address.hash}/logs`;
  return (
    <section aria-label="Logs" className="flex flex-col gap-3">
      <div className="rounded-md border border-line bg-surface shadow-panel">
        <ListBody
          what="the logs of an address"
          page={page}
          isFirst={asked.isFirst}
          href={path}
          empty={<NoLogs />}
        >
          <AddressLogs logs={logs} chainId={chain.id} />
        </ListBody>
      </div>
      {logs.length > 0 && <CsvLink href={`/${chain.id}/address/${address.hash}/csv/logs`} />}
      <Pager {...pageLinks(path, asked, page?.next_page_params)} />
    </section>
  );
}

function NoLogs() {
  return (
    <EmptyState icon="arrowRight" title="No logs">
      Only contracts emit logs, and this address has emitted none in the indexed blocks.
    </EmptyState>
  );
}
