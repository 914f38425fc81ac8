import { ApiMessage } from '@/components/ui/api-message';
import { Panel, Row, Rows } from '@/components/ui/panel';
import { Pill } from '@/components/ui/pill';
import { rich } from '@/components/ui/rich';
import { nameEndpoints } from '@/lib/format/endpoint-names';
import { formatPercent, formatRate, groupDigits } from '@/lib/format/number';
import { describeOldHead, formatMilliseconds, formatUtc } from '@/lib/format/time';
import { msg, t } from '@/lib/language/t';
import { reasonOf } from '@/lib/messages/message';
import { Age } from './age';
import type { ChainStatus } from './chain-facts';
import { LATE_BLOCKS } from './chain-health';
import { countIndexed } from './indexed-share';
import { type IndexProof, ProvenBlocks } from './proven-blocks';

type Status = Omit<ChainStatus, 'finished_indexing_blocks' | 'is_following'> &
  Readonly<{
    indexed_internal_transactions_ratio: string | null;
    speed: Speed | null;
    proof: IndexProof | null;
    rpc_endpoints: readonly RpcEndpoint[];
  }>;

type Speed = Readonly<{
  blocks_per_second: number;
  held_back_by: keyof typeof HELD_BACK_BY;
  seconds_left: number;
}>;
const HELD_BACK_BY = {
  node: msg('held back by the node'),
  processor: msg('held back by the processor'),
  database: msg('held back by the database'),
};

type Props = {
  chain: { id: string; name: string };
  /** Undefined if the API did not answer. */
  status: Status | undefined;
  /** Timestamp of the latest indexed block. */
  timestamp: string | undefined;
};

/** Index progress, age of the latest block and totals of a chain. */
export function IndexStatus({ chain, status, timestamp }: Props) {
  const href = `/${chain.id}`;
  return (
    <Panel
      id={`chain-${chain.id}`}
      title={
        <a href={href} className="text-ink">
          <bdi>{chain.name}</bdi>
        </a>
      }
      aside={t('Chain ID {id}', { id: chain.id })}
    >
      <Rows>
        <Row label={t('State')}>
          <State status={status} timestamp={timestamp} />
        </Row>
        {status && status.indexed_block !== null && (
          <>
            <Row label={t('Latest indexed block')}>
              <a href={`${href}/block/${status.indexed_block}`}>#{groupDigits(status.indexed_block)}</a>
              {timestamp !== undefined && (
                <>
                  , <Age timestamp={timestamp} />
                </>
              )}
            </Row>
            <Row label={t('Latest block of the node')}>
              {status.head_block === null ? t('unknown') : `#${groupDigits(status.head_block)}`}
            </Row>
            {status.speed && <SpeedRow speed={status.speed} />}
            <Row label={t('First indexed block')}>#{groupDigits(status.first_block ?? 0)}</Row>
            <Counts status={status} />
            {status.proof && <ProvenBlocks proof={status.proof} href={href} />}
          </>
        )}
        {status && <RpcEndpoints endpoints={status.rpc_endpoints} />}
      </Rows>
    </Panel>
  );
}

function State({ status, timestamp }: Pick<Props, 'status' | 'timestamp'>) {
  if (status === undefined) return <Pill tone="pending">{t('unknown')}</Pill>;
  const { indexed_block: indexed, head_block: head } = status;
  if (indexed === null) return <Pill tone="pending">{t('no blocks yet')}</Pill>;
  const behind = head === null ? 0 : Math.max(0, head - indexed);
  if (behind <= LATE_BLOCKS) return <Synced timestamp={timestamp} />;
  const { done, all } = countIndexed(status);
  const share = formatPercent(done, all);
  return (
    <Pill tone="pending">
      {rich('{count, plural, one {# block} other {# blocks}} behind the node, {share} indexed', {
        count: behind,
        share,
      })}
    </Pill>
  );
}

/** The index is synced with the node; the node itself may be behind the chain. */
function Synced({ timestamp }: Pick<Props, 'timestamp'>) {
  const old = describeOldHead(timestamp, Date.now());
  return (
    <span className="flex flex-wrap justify-end gap-1.5">
      <Pill tone="ok">{t('Synced')}</Pill>
      {old !== undefined && <Pill tone="pending">{t('latest block {age}', { age: old })}</Pill>}
    </span>
  );
}

function SpeedRow({ speed }: { speed: Speed }) {
  return (
    <Row label={t('Speed')}>
      {t('{speed} blocks/s, {left} left', {
        speed: formatRate(speed.blocks_per_second),
        left: formatMilliseconds(1_000 * speed.seconds_left),
      })}
      , {t(HELD_BACK_BY[speed.held_back_by])}
    </Row>
  );
}

function Counts({ status }: { status: Status }) {
  const counts = [
    [t('Blocks'), status.blocks_count],
    [t('Transactions'), status.transactions_count],
    [t('Addresses'), status.addresses_count],
  ] as const;
  return (
    <>
      {counts.map(([label, count]) =>
        count === null ? null : (
          <Row key={label} label={label}>
            {groupDigits(count)}
          </Row>
        ),
      )}
      <Row label={t('Internal transactions')} hint={t('From the node’s traces')}>
        {status.indexed_internal_transactions_ratio === null
          ? t('not indexed: the node does not support tracing')
          : describeRatio(status.indexed_internal_transactions_ratio)}
      </Row>
    </>
  );
}

function describeRatio(ratio: string): string {
  return ratio === '1.00'
    ? t('indexed')
    : t('{percent}% of blocks', { percent: Math.round(100 * Number(ratio)) });
}

/** An RPC endpoint as the API describes it. */
type RpcEndpoint = Readonly<{
  name: string;
  is_asked: boolean;
  benched_until: string | null;
  bench_reason: string | null;
}>;

/** The status of each RPC endpoint as rows. */
function RpcEndpoints({ endpoints }: { endpoints: readonly RpcEndpoint[] }) {
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
