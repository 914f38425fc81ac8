/** Handles on other chains that are served here, by the ID of the message that took them there; null: not seen there. */
export type Twins = ReadonlyMap<
  string,
  Readonly<{ chain: Readonly<{ id: string; name: string }>; handle: string | null }>
>;
