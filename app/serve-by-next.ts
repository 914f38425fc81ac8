import { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { boundServer } from '@/lib/bound-server';
import { startLanguages } from '@/lib/language/start-languages';
import { startMarkupHandover, wantsDocument } from '@/lib/markup-handover';

/**
 * Gives the requests of a server that Next or its host has made a language, and pages whose rows are written once. The
 * listener is not ours, so that what runs it is replaced, as programs that trace requests do. Its `close`, which Next calls
 * at a signal, becomes that of bin/web: alone it would serve kept connections for ever.
 */
export function serveByNext(): void {
  const inLanguage = startLanguages(join(process.cwd(), 'locales'));
  const handover = startMarkupHandover('next');
  const bounded = new WeakSet<Server>();
  const emit: (this: Server, event: string, ...parts: unknown[]) => boolean = Server.prototype.emit;
  Server.prototype.emit = function (this: Server, event: string, ...parts: unknown[]): boolean {
    if (event === 'connection' && !bounded.has(this)) {
      bounded.add(this);
      closeGracefully(this);
    }
    const [request, response] = parts;
    if (event !== 'request' || !(request instanceof IncomingMessage) || !(response instanceof ServerResponse))
      return emit.call(this, event, ...parts);
    return handover.run({ isDocument: wantsDocument(request.headers) }, (end) => {
      response.once('close', end);
      return inLanguage(request, () => emit.call(this, event, ...parts));
    });
  };
}

function closeGracefully(server: Server): void {
  const stop = boundServer(server);
  server.close = (done) => {
    void stop().then(() => done?.());
    return server;
  };
}
