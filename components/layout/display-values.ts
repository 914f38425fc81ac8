/** What may be chosen besides the default, which is stored as nothing. */
export const DISPLAY_VALUES = {
  theme: ['light', 'dark'],
  time: ['absolute', 'local', 'iso'],
  density: ['comfortable'],
  unit: ['gwei', 'wei'],
  keys: ['off'],
  recent: ['off'],
} as const;

type Name = keyof typeof DISPLAY_VALUES;

/** Undefined means the default: the theme of the system, relative times, dense pages, amounts in the coin, keys, recent searches. */
export type Display = Readonly<{ [N in Name]: (typeof DISPLAY_VALUES)[N][number] | undefined }>;
