import { Icon } from '@/components/ui/icon';
import { readsAs } from '@/lib/format/deceptive-letters';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';

/** Warns of a name that looks Latin by letters of another script; renders nothing for others. */
export function DeceptiveLetters({ name }: { name: string | null }) {
  const read = name === null ? undefined : readsAs(name);
  if (read === undefined) return null;
  const text = t('Not “{latin}”: it contains invisible characters or letters of another script', {
    latin: displayText(read, 40),
  });
  return <NameWarning text={text} />;
}

/** A warning before a name. */
export function NameWarning({ text }: { text: string }) {
  return (
    <span title={text} className="me-1 inline-flex align-[-2px] text-error">
      <Icon name="alert" className="size-3.5" />
      <span className="sr-only">{text}: </span>
    </span>
  );
}
