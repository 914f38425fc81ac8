import { fileURLToPath } from 'node:url';

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Paths of the API end with and without a slash; proxy.ts forwards them as they are.
  skipTrailingSlashRedirect: true,
  // Title and description stand in the head for everyone: streamed ones need a script to get there.
  htmlLimitedBots: /.*/,
  // No page resizes an image: the service that would is not offered.
  images: { unoptimized: true },
  // read by the name of a language, which no bundler sees (app/serve-by-next.ts)
  outputFileTracingIncludes: { '/**': ['./locales/*.json'] },
  typescript: { ignoreBuildErrors: true },
  // Next would link them into .next/node_modules, which npm packs into no package.
  transpilePackages: ['pino'],
  turbopack: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    resolveAlias: { 'thread-stream': './app/no-log-worker.ts' },
  },
  // How long a prefetched tab may be shown without asking again, in seconds.
  // sources to verify; the API takes at most as much
  experimental: { staleTimes: { dynamic: 0, static: 30 }, serverActions: { bodySizeLimit: '5mb' } },
};

export default config;
