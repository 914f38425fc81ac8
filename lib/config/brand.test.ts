import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadConfig } from '@/lib/config';
import { problemsOf } from '@/test/support/config-problems';
import { BACKGROUNDS } from './brand';
import { contrastOf } from './contrast';

const folder = mkdtempSync(join(tmpdir(), 'astrolabe-brand-'));
afterAll(() => rmSync(folder, { recursive: true }));

function logoFile(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>';

describe('contrast', () => {
  test('black and white, the grey at the limit, and the order does not matter', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#ffffff', '#767676')).toBeCloseTo(4.54, 2);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  test('oklch is what browsers make of it', () => {
    expect(contrastOf('oklch(1 0 0)', '#ffffff')).toBeCloseTo(1, 3);
    expect(contrastOf('oklch(0.6279554 0.2576833 29.2338837)', '#ff0000')).toBeCloseTo(1, 3);
    expect(contrastOf('oklch(0.4520137 0.3132144 264.0520225)', '#0000ff')).toBeCloseTo(1, 3);
  });

  test('the backgrounds are those of the style sheet', () => {
    const css = readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8');
    for (const name of Object.keys(BACKGROUNDS.light))
      expect(css).toContain(
        `--color-${name}: light-dark(${BACKGROUNDS.light[name]}, ${BACKGROUNDS.dark[name]});`,
      );
  });
});

describe('brand', () => {
  test('nothing set is Astrolabe', () => {
    expect(loadConfig({}).brand).toEqual({
      name: 'Astrolabe',
      isNamed: false,
      logo: undefined,
      colors: undefined,
      links: [],
      footer: undefined,
      notice: undefined,
    });
  });

  test('all of it', () => {
    const { brand } = loadConfig({
      BRAND_NAME: 'My  explorer',
      BRAND_LOGO: logoFile('logo.txt', SVG),
      BRAND_ACCENT: '#1D4ED8, #93c5fd',
      BRAND_LINKS: 'Bridge=https://bridge.example/?a=b, Help = mailto:help@example.com',
      BRAND_FOOTER: 'Run by Example Ltd',
      BRAND_NOTICE: 'Upgrade\non Monday.',
    });
    expect(brand).toMatchObject({
      name: 'My explorer',
      isNamed: true,
      logo: { type: 'image/svg+xml', version: expect.stringMatching(/^[0-9a-f]{12}$/) },
      colors: {
        light: { accent: '#1d4ed8', onAccent: '#ffffff' },
        dark: { accent: '#93c5fd', onAccent: '#0a0c12' },
      },
      links: [
        { text: 'Bridge', href: 'https://bridge.example/?a=b' },
        { text: 'Help', href: 'mailto:help@example.com' },
      ],
      footer: 'Run by Example Ltd',
      notice: 'Upgrade on Monday.',
    });
  });

  test('an accent that cannot be read is refused, in either theme', () => {
    expect(problemsOf({ BRAND_ACCENT: '#ffcc00,#ffcc00' })).toEqual([
      expect.stringMatching(
        /^BRAND_ACCENT #ffcc00 has a contrast of 1\.\d+:1 with .* light theme.*darker color\.$/,
      ),
    ]);
    expect(problemsOf({ BRAND_ACCENT: '#1d4ed8' })).toEqual([
      expect.stringMatching(/dark theme, and text needs 4\.5:1 .* lighter color, or set two/),
    ]);
    expect(problemsOf({ BRAND_ACCENT: 'red' })).toEqual([expect.stringContaining('#1d4ed8,#93c5fd')]);
    expect(problemsOf({ BRAND_ACCENT: '#1d4ed8,#93c5fd,#ffffff' })).toHaveLength(1);
  });

  test('a link must lead somewhere harmless', () => {
    for (const links of ['x=javascript:alert(1)', 'https://a.example', '=https://a.example', 'a=/b'])
      expect(problemsOf({ BRAND_LINKS: links }), links).toEqual([
        'BRAND_LINKS must be at most 8 links, comma-separated, each text=URL with an https, http or mailto URL.',
      ]);
    expect(problemsOf({ BRAND_LINKS: Array(9).fill('a=https://a.example').join() })).toHaveLength(1);
  });

  test('texts are bounded', () => {
    expect(problemsOf({ BRAND_NAME: 'x'.repeat(41) })).toEqual(['BRAND_NAME must be at most 40 characters.']);
    expect(problemsOf({ BRAND_NOTICE: 'x'.repeat(301) })).toHaveLength(1);
  });

  test('a logo is known by its bytes', () => {
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0);
    const webp = Buffer.from('RIFF\0\0\0\0WEBPVP8 ');
    const typeOf = (path: string) => loadConfig({ BRAND_LOGO: path }).brand.logo?.type;
    expect(typeOf(logoFile('a.svg', png))).toBe('image/png');
    expect(typeOf(logoFile('b.png', webp))).toBe('image/webp');
    expect(typeOf(logoFile('c.png', `<?xml version="1.0"?><!-- ours -->${SVG}`))).toBe('image/svg+xml');
    expect(problemsOf({ BRAND_LOGO: logoFile('d.svg', '<html><svg></svg></html>') })).toEqual([
      expect.stringMatching(/d\.svg is no SVG, PNG or WebP image\.$/),
    ]);
    expect(problemsOf({ BRAND_LOGO: logoFile('e.svg', SVG + ' '.repeat(128 * 1024)) })).toEqual([
      expect.stringMatching(/at most 131072 are served\.$/),
    ]);
    expect(problemsOf({ BRAND_LOGO: join(folder, 'missing.svg') })).toEqual([
      expect.stringContaining('cannot be read'),
    ]);
  });
});
