import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeJsonLd } from './json-ld';

test('no text ends or begins an element, a comment or a reference', () => {
  const hostile = '</script><!--<script>&lt;\u2028\u2029';
  const written = writeJsonLd('Dataset', { name: hostile });
  expect(written).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(written)).toEqual({
    ...{ '@context': 'https://schema.org', '@type': 'Dataset' },
    name: hostile,
  });
  expect(writeJsonLd('Dataset', { name: 'é "' })).toContain('"name":"é \\""');
});

test('whatever is written is read back', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('</script>', '<!--', '\u2028', '&', '\\'),
  );
  fc.assert(
    fc.property(fc.array(text), (parts) => {
      const written = writeJsonLd('Dataset', { parts });
      expect(written).not.toMatch(/[<>&]/);
      expect(JSON.parse(written).parts).toEqual(parts);
    }),
  );
});
