'use client';

import { type FormEvent, useEffect, useState } from 'react';
import {
  changeLabels,
  checkLabels,
  type Labels,
  readLabels,
  readWatched,
  storeWatched,
} from '@/components/search/visitor-data';
import { t } from '@/lib/language/t';
import { checkSettings, currentSettings, type SettingsFile } from './settings-file';

/** More than 5,000 labels take in any script. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
const FIELD = 'h-9 min-w-0 rounded-md border border-edge bg-surface px-3 text-ink placeholder:text-faint';
const BUTTON = 'h-9 rounded-md border border-edge px-3 font-medium text-ink hover:bg-hover';

const FILE_FIELD =
  'min-w-0 max-w-full file:me-2 file:h-9 file:cursor-pointer file:rounded-md file:border file:border-solid file:border-edge file:bg-transparent file:px-3 file:font-medium file:text-ink hover:file:bg-hover';

/** The visitor's names of addresses: add and remove; they are sent nowhere. Exports and imports all settings. */
export function LabelsEditor() {
  const [labels, setLabels] = useState<Labels>({});
  const [notice, setNotice] = useState('');
  useEffect(() => setLabels(readLabels()), []);
  const keep = (change: Parameters<typeof changeLabels>[0], text: string) => {
    const { labels: next, leftOut, isStored } = changeLabels(change);
    setLabels(next);
    if (!isStored)
      setNotice(t('This browser stores nothing for this site: the labels are lost when you leave.'));
    else if (leftOut === 0) setNotice(text);
    else setNotice(t('There is room for 5,000 labels. Not saved: {leftOut}.', { leftOut }));
  };
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const added = checkLabels({ [String(form.get('address')).trim()]: String(form.get('label')) });
    if (Object.keys(added).length === 0)
      return setNotice(t('Enter an address (0x and 40 hexadecimal digits) and a label.'));
    keep({ add: added }, t('Label saved.'));
    event.currentTarget.reset();
  };
  const remove = (address: string) => keep({ remove: address }, t('Label removed.'));
  const importFile = async (file: File | undefined) => {
    const { display, labels: added, watched } = file === undefined ? NOTHING : await readFile(file);
    const [count, choices] = [Object.keys(added).length, Object.entries(display)];
    const news = Object.keys(watched).length;
    if (count + choices.length + news === 0)
      return setNotice(
        t('This file has no settings of this site: it must be JSON as exported here. Nothing was changed.'),
      );
    keep(
      { add: added },
      t(
        '{labels, plural, one {# label} other {# labels}}, {watched, plural, one {# watched address} other {# watched addresses}} and {settings, plural, one {# display setting} other {# display settings}} imported.',
        { labels: count, watched: news, settings: choices.length },
      ),
    );
    if (news > 0 && !storeWatched({ ...readWatched(), ...watched }))
      setNotice(t('The watched addresses were not stored: there is room for 50 of a chain.'));
    await Promise.all(choices.map(saveChoice));
  };
  const exportAll = () => {
    const settings = currentSettings(document.documentElement.dataset, {
      labels,
      watched: readWatched(),
    });
    saveFile('settings.json', JSON.stringify(settings, null, 2));
  };
  return (
    <div className="flex flex-col gap-3 p-4">
      <noscript>
        <p>{t('Labels need JavaScript, as they never leave your browser.')}</p>
      </noscript>
      <p className="text-sm text-soft">
        {t('Your own names for addresses, shown beside them on every page.')}
      </p>
      <form onSubmit={add} className="needs-script flex flex-wrap gap-2">
        <input
          name="address"
          aria-label={t('Address')}
          placeholder="0x…"
          required
          className={`${FIELD} mono flex-2 basis-72`}
        />
        <input
          name="label"
          aria-label={t('Label')}
          placeholder={t('Label')}
          required
          maxLength={60}
          className={`${FIELD} flex-1 basis-32`}
        />
        <button type="submit" className={BUTTON}>
          {t('Add')}
        </button>
      </form>
      <LabelList labels={labels} remove={remove} />
      <div className="needs-script flex flex-wrap items-center gap-2">
        <button type="button" className={BUTTON} onClick={exportAll}>
          {t('Export settings and labels')}
        </button>
        <label className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 text-sm text-soft">
          {t('Import settings and labels')}
          <input
            type="file"
            accept="application/json,.json"
            onChange={(event) => void importFile(event.target.files?.[0])}
            className={FILE_FIELD}
          />
        </label>
      </div>
      <p role="status" className="text-sm text-soft">
        {notice}
      </p>
    </div>
  );
}

function LabelList({ labels, remove }: { labels: Labels; remove: (address: string) => void }) {
  return (
    <ul className="divide-y divide-line">
      {Object.entries(labels).map(([address, label]) => (
        <li key={address} className="flex flex-wrap items-center gap-x-3 py-1.5">
          <bdi className="font-medium">{label}</bdi>
          <a href={`/address/${address}`} className="mono wrap-any min-w-0 text-sm">
            {address}
          </a>
          <button
            type="button"
            aria-label={t('Remove {label}', { label })}
            onClick={() => remove(address)}
            className="ms-auto h-6 text-sm text-error hover:underline"
          >
            {t('Remove')}
          </button>
        </li>
      ))}
    </ul>
  );
}

const NOTHING: SettingsFile = { display: {}, labels: {}, watched: {} };

async function readFile(file: File): Promise<SettingsFile> {
  if (file.size > MAX_FILE_BYTES) return NOTHING;
  try {
    return checkSettings(JSON.parse(await file.text()));
  } catch {
    return NOTHING;
  }
}

/** Submits the choice like its button: the form stores the cookie, and scripts apply it immediately. */
async function saveChoice([name, value]: readonly [string, string]): Promise<void> {
  document.documentElement.dataset[name] = value;
  for (const button of document.querySelectorAll(`button[name="${name}"]`))
    button.setAttribute('aria-pressed', String(button.getAttribute('value') === value));
  await fetch(`/settings/${name}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ [name]: value }),
  });
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
