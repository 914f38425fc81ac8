import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import next from 'next';
import { createClientAddress } from '@/lib/api/http/client-address';
import { loadConfig } from '@/lib/config';
import { startLanguages } from '@/lib/language/start-languages';
import { createLog } from '@/lib/log';
import { keepHeapSmall } from './common/keep-heap-small';
import { loadEnvironment } from './common/load-environment';
import { runProgram } from './common/run-program';
import { startTracing } from './common/start-tracing';
import { createWebServer } from './web/create-web-server';
import { listen } from './web/listen';

keepHeapSmall();
await runProgram(serveWeb);

/** Serves the pages until a signal, then finishes in-flight requests. */
async function serveWeb(): Promise<void> {
  loadEnvironment();
  const config = loadConfig();
  const log = createLog({ name: 'web', level: config.logLevel, secrets: config.secrets });
  const stopTracing = await startTracing(config, 'web');
  const app = next({
    dev: false,
    quiet: true,
    dir: fileURLToPath(new URL('..', import.meta.url)),
    // Next always uses localhost in rewritten URLs, whatever `hostname` says
    port: config.port,
  });
  // before Next is prepared, which else offers them itself (instrumentation.ts)
  const inLanguage = startLanguages(fileURLToPath(new URL('locales', import.meta.url)));
  await app.prepare();
  const web = createWebServer({
    handle: app.getRequestHandler(),
    clientAddress: createClientAddress(config.trustedProxies),
    publicUrl: config.publicUrl,
    inLanguage,
    log,
  });
  await listen(web.server, config);
  log.info({ host: config.host, port: config.port }, 'web is ready');
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  await web.stop();
  await app.close();
  await stopTracing();
  process.exit();
}
