/** The records of a file by column; quoted cells as RFC 4180 has them. */
export function parseRecords(text: string): Record<string, string>[] {
  const [head = [], ...records] = text
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    );
  return records.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])));
}

/** A decimal in units of 10^-decimals. */
export function units(text = '', decimals = 18): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(`${whole || '0'}${fraction.padEnd(decimals, '0')}`);
}
