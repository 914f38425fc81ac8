import { Pill } from '@/components/ui/pill';

/** Marks a block or transaction with FHE operations. */
export function ConfidentialPill() {
  return (
    <Pill tone="secret" icon="lock" title="Contains FHE operations">
      Confidential
    </Pill>
  );
}
