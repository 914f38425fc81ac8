export type Product = 'programs' | 'pages';
export function staleProducts(root: string): Product[];
export function sourceHash(root: string, product: Product): string;
export function writeStamp(root: string, product: Product, hash: string): void;
export function clearStamp(root: string, product: Product): void;
