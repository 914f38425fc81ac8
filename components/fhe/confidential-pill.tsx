import { Pill } from '@/components/ui/pill';

/** Marks a block or a transaction that computed on encrypted values. */
export function ConfidentialPill() {
  return (
    <Pill tone="secret" icon="lock" title="Contains FHE operations">
      Confidential
    </Pill>
  );
}
