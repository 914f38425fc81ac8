import { ApiMessage } from '@/components/ui/api-message';
import { Row } from '@/components/ui/panel';
import { Pill } from '@/components/ui/pill';
import { rich } from '@/components/ui/rich';
import { nameEndpoints } from '@/lib/format/endpoint-names';
import { formatUtc } from '@/lib/format/time';
import { t } from '@/lib/language/t';
import { reasonOf } from '@/lib/messages/message';

/** An RPC endpoint as the API describes it. */
export type RpcEndpoint = Readonly<{
  name: string;
  is_asked: boolean;
  benched_until: string | null;
  bench_reason: string | null;
}>;

/** The status of each RPC endpoint as rows. */
export function RpcEndpoints({ endpoints }: { endpoints: readonly RpcEndpoint[] }) {
  return endpoints.map(({ name, is_asked, benched_until, bench_reason }) => (
    <Row key={name} label={t('RPC {name}', { name: nameEndpoints([name]) })}>
      {benched_until === null ? (
        <Pill tone="ok">{t('in use')}</Pill>
      ) : is_asked ? (
        rich('<pill>still in use</pill> because no other is better: {benchReason}', {
          pill: (words) => <Pill tone="pending">{words}</Pill>,
          benchReason: <ApiMessage of={reasonOf({ reason: bench_reason })} />,
        })
      ) : (
        rich('<pill>benched</pill> until {time}: {benchReason}', {
          pill: (words) => <Pill tone="pending">{words}</Pill>,
          time: <time dateTime={benched_until}>{formatUtc(benched_until)}</time>,
          benchReason: <ApiMessage of={reasonOf({ reason: bench_reason })} />,
        })
      )}
    </Row>
  ));
}
