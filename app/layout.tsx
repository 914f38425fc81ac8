import type { Metadata, Viewport } from 'next';
import localFont from 'next/font/local';
import { headers } from 'next/headers';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { BrowserTexts } from '@/components/layout/browser-texts';
import { SpeculationRules } from '@/components/layout/speculation-rules';
import { currentLanguage } from '@/lib/language/current-language';
import { t } from '@/lib/language/t';
import { readDisplay } from './display';
import { readBrand } from './read-brand';
import { siteUrl } from './site-url';
import './globals.css';
import { PageEnhancer } from './enhancer';

const mono = localFont({
  src: './fonts/geist-mono-latin.woff2',
  weight: '100 900',
  display: 'optional',
  variable: '--font-geist-mono',
  adjustFontFallback: false,
});

export async function generateMetadata(): Promise<Metadata> {
  await connection();
  const { name, logo } = readBrand();
  return {
    ...METADATA,
    description: t('A block explorer for EVM chains, including confidential (FHE) transactions.'),
    title: { default: name, template: `%s · ${name.replaceAll('%s', '')}` },
    metadataBase: siteUrl(),
    ...(logo && { icons: { icon: { url: logo.href, type: logo.type } } }),
  };
}

const METADATA: Metadata = {
  referrer: 'same-origin',
  formatDetection: { telephone: false, date: false, address: false, email: false },
};

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f8fafc' },
    { media: '(prefers-color-scheme: dark)', color: '#0d1017' },
  ],
};

/** Root layout. All pages are rendered per request, none at build time. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection();
  const [{ theme, time, density, keys, recent, unit }, nonce] = await Promise.all([
    readDisplay(),
    readNonce(),
  ]);
  const { stylesheet } = readBrand();
  const language = currentLanguage();
  return (
    <html
      lang={language.code}
      dir={language.direction}
      data-theme={theme}
      data-time={time}
      data-density={density}
      data-keys={keys}
      data-recent={recent}
      data-unit={unit}
      className={mono.variable}
    >
      <body>
        {stylesheet !== undefined && <link rel="stylesheet" href={stylesheet} precedence="brand" />}
        <BrowserTexts language={language} />
        {children}
        <PageEnhancer />
        <SpeculationRules nonce={nonce} />
      </body>
    </html>
  );
}

/** The nonce of this answer's policy, from proxy.ts. */
async function readNonce(): Promise<string | undefined> {
  return (await headers()).get('x-nonce') ?? undefined;
}
