const UINT = (width: number) => `Uint${width}`;
const INT = (width: number) => `Int${width}`;
const ODD_WIDTHS = [
  24, 40, 48, 56, 72, 80, 88, 96, 104, 112, 120, 136, 144, 152, 168, 176, 184, 192, 200, 208, 216, 224, 232,
  240, 248,
];

/** Name of an unknown type ID. */
export const UNKNOWN_FHE_TYPE = 'Unknown';

/** The 84 names of fhEVM's FheType enum by ID; only 0 and 2 to 8 support operations today. */
export const FHE_TYPE_NAMES: readonly string[] = [
  'Bool',
  ...[4, 8, 16, 32, 64, 128, 160, 256, 512, 1024, 2048, 2, 6, 10, 12, 14].map(UINT),
  ...[2, 4, 6, 8, 10, 12, 14, 16, 32, 64, 128, 160, 256].map(INT),
  'AsciiString',
  ...[512, 1024, 2048].map(INT),
  ...ODD_WIDTHS.map(UINT),
  ...ODD_WIDTHS.map(INT),
];

/** The name of a type ID, `Unknown` outside the enum. */
export function fheTypeName(id: number): string {
  return FHE_TYPE_NAMES[id] ?? UNKNOWN_FHE_TYPE;
}
