import { Pill } from '@/components/ui/pill';

type Props = Readonly<{ from: string; to: string | undefined; of: string }>;

/** In, out or self, seen from address `of`. Case-insensitive. */
export function Direction({ from, to, of }: Props) {
  const self = of.toLowerCase();
  const isOut = from.toLowerCase() === self;
  const isIn = to?.toLowerCase() === self;
  if (isOut && isIn) return <Pill title="Sent to itself">self</Pill>;
  return isOut ? (
    <Pill tone="pending" title="Sent from this address">
      out
    </Pill>
  ) : (
    <Pill tone="ok" title="Received by this address">
      in
    </Pill>
  );
}
