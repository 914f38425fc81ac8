export function findChromium(): Promise<string | undefined>;
export function installChromium(): void;
