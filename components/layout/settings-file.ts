import { checkLabels, type Labels } from '@/components/search/visitor-data';
import { DISPLAY_VALUES } from './display-values';

/** What a visitor takes to another browser. Display settings at their default are left out. */
export type SettingsFile = Readonly<{ display: Readonly<Record<string, string>>; labels: Labels }>;

/** The valid part of an untrusted file: `{"display": {…}, "labels": {…}}`, or labels alone as `{"0x…": "name"}`. */
export function checkSettings(content: unknown): SettingsFile {
  const file: Readonly<Record<string, unknown>> = Object(content);
  const chosen: Readonly<Record<string, unknown>> = Object(file.display);
  const display = Object.entries(DISPLAY_VALUES).flatMap(([name, values]) => {
    const value = values.find((known) => known === chosen[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { display: Object.fromEntries(display), labels: checkLabels(file.labels ?? content) };
}

/** The settings of this page, as it shows them, with the labels. */
export function currentSettings(
  dataset: Readonly<Record<string, string | undefined>>,
  labels: Labels,
): SettingsFile {
  return checkSettings({ display: dataset, labels });
}
