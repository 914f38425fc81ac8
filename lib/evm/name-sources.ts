/** Where names of selectors and topics come from, the likeliest first: the database has their positions. */
export const NAME_SOURCES = ['shipped', 'imported', 'fetched'] as const;
/** A name as it is stored: a whole declaration if it was shipped, `transfer(address,uint256)` otherwise. */
export type StoredName = Readonly<{ signature: string; source: (typeof NAME_SOURCES)[number] }>;
