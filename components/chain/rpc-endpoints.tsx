import { Row } from '@/components/ui/panel';
import { Pill } from '@/components/ui/pill';
import { formatUtc } from '@/lib/format/time';

/** An RPC endpoint as the API describes it. */
export type RpcEndpoint = Readonly<{
  name: string;
  benched_until: string | null;
  bench_reason: string | null;
}>;

/** Rows that say of each RPC endpoint whether it is in use, and why not. */
export function RpcEndpoints({ endpoints }: { endpoints: readonly RpcEndpoint[] }) {
  return endpoints.map(({ name, benched_until, bench_reason }) => (
    <Row key={name} label={`RPC endpoint ${name}`}>
      {benched_until === null ? (
        <Pill tone="ok">in use</Pill>
      ) : (
        <>
          <Pill tone="pending">benched</Pill> until{' '}
          <time dateTime={benched_until}>{formatUtc(benched_until)}</time>: {bench_reason}
        </>
      )}
    </Row>
  ));
}
