export function isInstalled(root: string): boolean;
export function installCommand(): [string, ...string[]];
