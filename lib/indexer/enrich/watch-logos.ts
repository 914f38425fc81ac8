import pMap from 'p-map';
import type { Database } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import { type LogoSources, readLogo } from '@/lib/labels/read-logo';
import type { Logger } from '@/lib/log';
import { repeat } from '@/lib/retry';
import { type DueLogo, listDueLogos, postponeLogo, storeLogo } from './write-listed-tokens';

/** Where logos are stored and may come from. */
export type LogoContext = Readonly<{ db: Database; logos: LogoSources; log: Logger }>;

const PER_ROUND = 20;
const CONCURRENCY = 4;
const IDLE_MS = 10_000;
const MAX_PAUSE_MS = 60_000;

/** Reads the logos of listed tokens as these are indexed, until aborted, in parallel to the main loop. Never throws. */
export async function watchLogos(context: LogoContext, { signal }: { signal: AbortSignal }): Promise<void> {
  await repeat({
    ...{ firstMs: IDLE_MS, maxMs: MAX_PAUSE_MS, signal },
    round: async () => ((await readDueLogos(context)) < PER_ROUND ? IDLE_MS : 0),
    onError: (error) => context.log.warn({ error }, 'could not read token logos; retrying'),
  });
}

/** One round; returns how many logos it tried to read. One that cannot be read is named in the log. */
export async function readDueLogos({ db, logos, log }: LogoContext): Promise<number> {
  const due = await listDueLogos(db, PER_ROUND);
  await pMap(
    due,
    async (token) => {
      const agrees = agreesWithContract(token);
      const logo = agrees ? await readOrLog(token, { db, logos, log }) : undefined;
      if (!agrees)
        log.warn(
          { token: `0x${token.address.toString('hex')}`, listed: token.symbol },
          'no logo: name, symbol or decimals of the contract differ from the token list',
        );
      if (logo === 'away') await postponeLogo(db, token.address);
      else await storeLogo(db, token.address, { agrees, logo });
    },
    { concurrency: CONCURRENCY },
  );
  return due.length;
}

/** Undefined for an invalid logo. */
async function readOrLog(token: DueLogo, { logos, log }: LogoContext) {
  try {
    return await readLogo(token.logo_uri, logos);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    log.warn({ token: `0x${token.address.toString('hex')}`, logo: token.logo_uri }, `no logo: ${why}`);
    return error instanceof AppError && error.retryable ? 'away' : undefined;
  }
}

/** A logo is shown only if the contract agrees with the list, which may be wrong or outdated. */
function agreesWithContract(token: DueLogo): boolean {
  const { own_name, own_symbol, own_decimals } = token;
  if (own_decimals !== null && own_decimals !== String(token.decimals)) return false;
  const own = [own_name, own_symbol].map((text) => text?.toString('utf8').trim().toLowerCase() ?? '');
  const isSilent = own.every((text) => text === '');
  return isSilent || own[0] === token.name.toLowerCase() || own[1] === token.symbol.toLowerCase();
}
