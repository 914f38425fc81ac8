import { Icon } from '@/components/ui/icon';
import { readsAs } from '@/lib/format/deceptive-letters';
import { displayText } from '@/lib/format/text';

/** Warns of a name that looks Latin by letters of another script; renders nothing for others. */
export function DeceptiveLetters({ name }: { name: string | null }) {
  const read = name === null ? undefined : readsAs(name);
  if (read === undefined) return null;
  const text = `Not “${displayText(read, 40)}”: letters of another script, or invisible ones, make it look so`;
  return (
    <span title={text} className="mr-1 inline-flex align-[-2px] text-error">
      <Icon name="alert" className="size-3.5" />
      <span className="sr-only">{text}: </span>
    </span>
  );
}
