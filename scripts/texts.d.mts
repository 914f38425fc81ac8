export type Texts = { browser: string[]; pages: string[] };
export function collectTexts(root?: string): { texts: Texts; faults: string[] };
export function formatTexts(texts: Texts): string;
export function faultsOf(text: string): string[];
