import { Notice } from '@/components/ui/notice';

/** Warns of addresses that were made to be mistaken for one another; nothing when there are none. */
export function LookAlikeNotice({ lookAlikes }: { lookAlikes: ReadonlySet<string> }) {
  if (lookAlikes.size === 0) return null;
  return (
    <Notice tone="error" icon="alert" title="Some addresses here look alike and are not the same">
      They begin and end with the same digits, as those of deceivers do. They are shown in full: compare what
      stands between before you copy one.
    </Notice>
  );
}
