import type { MetadataRoute } from 'next';
import { connection } from 'next/server';
import { siteUrl } from './site-url';

export default async function robots(): Promise<MetadataRoute.Robots> {
  await connection();
  return {
    rules: {
      userAgent: '*',
      disallow: ['/api/', '/*/api/', '/*/stats-service/', '/live/', '/*/search', '/search', '/*/tx/*/debug'],
    },
    sitemap: new URL('/sitemap.xml', siteUrl()).href,
  };
}
