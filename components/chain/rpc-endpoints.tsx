import { Row } from '@/components/ui/panel';
import { Pill } from '@/components/ui/pill';
import { formatUtc } from '@/lib/format/time';

/** An RPC endpoint as the API describes it. */
export type RpcEndpoint = Readonly<{
  name: string;
  is_asked: boolean;
  benched_until: string | null;
  bench_reason: string | null;
}>;

/** Rows that say of each RPC endpoint whether it is in use, and what is wrong with it. */
export function RpcEndpoints({ endpoints }: { endpoints: readonly RpcEndpoint[] }) {
  return endpoints.map(({ name, is_asked, benched_until, bench_reason }) => (
    <Row key={name} label={`RPC ${name}`}>
      {benched_until === null ? (
        <Pill tone="ok">in use</Pill>
      ) : is_asked ? (
        <>
          <Pill tone="pending">in use all the same</Pill> because no other is better: {bench_reason}
        </>
      ) : (
        <>
          <Pill tone="pending">benched</Pill> until{' '}
          <time dateTime={benched_until}>{formatUtc(benched_until)}</time>: {bench_reason}
        </>
      )}
    </Row>
  ));
}
