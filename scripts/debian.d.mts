export function isDebianRoot(): boolean;
export function installPackage(name: string): void;
