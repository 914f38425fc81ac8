import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { readDisplay } from '@/app/display';
import { SiteFrame } from '@/app/site-frame';
import { DisplayChoices, LanguageChoices } from '@/components/layout/display-choices';
import { LabelsEditor } from '@/components/layout/labels-editor';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/ui/panel';
import { t } from '@/lib/language/t';

export const generateMetadata = (): Metadata => ({
  title: t('Settings'),
  description: t('Theme, time format, density, language, keyboard shortcuts and your labels for addresses.'),
  robots: { index: false },
});

/** Display settings, in cookies, and labels, in the browser's storage. */
export default async function SettingsPage() {
  const display = await readDisplay();
  const language = (await cookies()).get('language')?.value;
  return (
    <SiteFrame>
      <div className="mx-auto flex max-w-3xl flex-col gap-4">
        <PageHeader title={t('Settings')} about={t('Kept in this browser: there are no accounts.')} />
        <Panel title={t('Display')} id="display">
          <div className="grid gap-2 p-2 sm:grid-cols-2">
            <DisplayChoices name="theme" display={display} />
            <DisplayChoices name="time" display={display} />
            <DisplayChoices name="density" display={display} />
            <DisplayChoices name="unit" display={display} />
            <DisplayChoices name="keys" display={display} />
            <DisplayChoices name="recent" display={display} />
            <LanguageChoices chosen={globalThis.languages?.codes.find((code) => code === language)} />
          </div>
          <p className="px-4 pb-3 text-sm text-soft">
            {t(
              'Without JavaScript, local and ISO 8601 times are shown as UTC date and time. Sentences, files and printed receipts give amounts in the coin. Ctrl K opens the search even when the other keyboard shortcuts are off.',
            )}
          </p>
        </Panel>
        <Panel title={t('Your labels')} id="labels">
          <LabelsEditor />
        </Panel>
      </div>
    </SiteFrame>
  );
}
