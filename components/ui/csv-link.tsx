import { t } from '@/lib/language/t';
import { Icon } from './icon';

export function CsvLink({ href }: { href: string }) {
  return (
    <a
      href={href}
      download
      rel="nofollow"
      className="no-print inline-flex h-7 items-center gap-1 self-end rounded-sm px-2 text-sm"
    >
      <Icon name="arrowDown" className="size-3.5" />
      {t('Download CSV')}
    </a>
  );
}
