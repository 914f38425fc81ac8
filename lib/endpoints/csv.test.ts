import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRecord, plainDecimal, readDecimals } from './csv';

test('cells are quoted where they must be', () => {
  expect(csvRecord(['a', 'b c', ''])).toBe('a,b c,\r\n');
  expect(csvRecord(['a,b', 'say "hi"', 'two\nlines', ' edge '])).toBe(
    '"a,b","say ""hi""","two\nlines"," edge "\r\n',
  );
});

test('what is passed over in front of a formula, or stands for its sign, makes none', () => {
  expect(csvRecord(['\0=1+1', '\u200b@sum', '＝1+1', '\u00a0'])).toBe(
    `'=1+1,'\u200b@sum,'＝1+1,"\u00a0"\r\n`,
  );
  expect(csvRecord([' =1+1'])).toBe(`' =1+1\r\n`);
});

test('nothing becomes a formula, numbers stay numbers', () => {
  expect(csvRecord(['=1+1', '+1', '-cmd', '@sum', '\tx', '-12.5', '1e5', '|x'])).toBe(
    `'=1+1,'+1,'-cmd,'@sum,'\tx,-12.5,1e5,'|x\r\n`,
  );
});

/** A reader of RFC 4180, to read back what was written. */
function readRecord(line: string): string[] {
  const cells = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)];
  return cells.map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '');
}

test('control characters are left out, but for tabs and line breaks', () => {
  expect(csvRecord(['a\0b\x1b[31m\x7f', 'c\td', 'e\r\nf\x85'])).toBe('ab[31m,c\td,"e\r\nf"\r\n');
});

test('any text is read back as it was, but for the apostrophe and control characters', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
      const back = readRecord(csvRecord(cells));
      expect(back).toHaveLength(cells.length);
      const texts = cells.map((cell) => cell.replace(/(?![\t\n\r])\p{Cc}/gu, ''));
      for (const [index, cell] of back.entries()) {
        expect([texts[index], `'${texts[index]}`]).toContain(cell);
        if (!/^-?\d+(\.\d+)?$/.test(cell)) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
      }
    }),
  );
});

test('an amount has its decimals, all of them, and no groups', () => {
  expect(plainDecimal(1_500_000_000n, 6)).toBe('1500');
  expect(plainDecimal(-1n, 18)).toBe('-0.000000000000000001');
  expect(plainDecimal(120n, 0)).toBe('120');
  expect(plainDecimal(2n ** 256n - 1n, 2)).toMatch(/^\d{76}\.35$/);
});

test('decimals are a number that an amount can have', () => {
  expect(['18', '0', '255', '-1', null].map(readDecimals)).toEqual([18, 0, undefined, undefined, undefined]);
});
