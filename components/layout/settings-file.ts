import { checkLabels, checkWatched, type Labels, type Watched } from '@/components/search/visitor-data';
import { DISPLAY_VALUES } from './display-values';

/** What a visitor takes to another browser. Display settings at their default are left out. */
export type SettingsFile = Readonly<{
  display: Readonly<Record<string, string>>;
  labels: Labels;
  watched: Watched;
}>;

/** The valid part of an untrusted file: `{"display": {…}, "labels": {…}, "watched": {…}}`, or labels alone as `{"0x…": "name"}`. */
export function checkSettings(content: unknown): SettingsFile {
  const file: Readonly<Record<string, unknown>> = Object(content);
  const chosen: Readonly<Record<string, unknown>> = Object(file.display);
  const display = Object.entries(DISPLAY_VALUES).flatMap(([name, values]) => {
    const value = values.find((known) => known === chosen[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    display: Object.fromEntries(display),
    labels: checkLabels(file.labels ?? content),
    watched: checkWatched(file.watched),
  };
}

/** The settings of this page, as it shows them, with the labels and the watched addresses. */
export function currentSettings(
  dataset: Readonly<Record<string, string | undefined>>,
  kept: Omit<SettingsFile, 'display'>,
): SettingsFile {
  return checkSettings({ display: dataset, ...kept });
}
