import { Icon } from '@/components/ui/icon';
import { t } from '@/lib/language/t';
import { DisplayChoices } from './display-choices';
import type { Display } from './display-values';

/** Theme, time format and unit, and the way to all settings. */
export function DisplayMenu({ display }: { display: Display }) {
  return (
    <details data-menu="" className="no-print relative">
      <summary
        aria-label={t('Theme, times and units')}
        className="grid size-9 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
      >
        <Icon name="contrast" />
      </summary>
      <div className="absolute top-full end-0 z-20 mt-1 w-52 divide-y divide-line rounded-md border border-line bg-surface shadow-panel">
        <DisplayChoices name="theme" display={display} />
        <DisplayChoices name="time" display={display} />
        <DisplayChoices name="unit" display={display} />
        <div className="p-1">
          <a
            href="/settings"
            className="flex h-9 items-center rounded-sm px-2 text-soft hover:bg-hover hover:text-ink"
          >
            {t('All settings')}
          </a>
        </div>
      </div>
    </details>
  );
}
