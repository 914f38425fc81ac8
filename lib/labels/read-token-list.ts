import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from '@/lib/errors';
import { hexToBuffer } from '@/lib/evm/hex';
import { parseEntries } from './parse-entries';

/** A token as the operator's list has it; `logoUri` is a URL, or a path below the folder of the list. */
export type ListedToken = Readonly<{
  chainId: number;
  address: Buffer;
  name: string;
  symbol: string;
  decimals: number;
  logoUri: string | null;
}>;
/** A token list: its name, its tokens, and the folder that its relative logos are below. */
export type TokenList = Readonly<{ name: string; folder: string; tokens: readonly ListedToken[] }>;

const FILE_NAME = 'tokenlist.json';
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_TOKENS = 50_000;

/** The form of tokenlists.org, as far as it is read; texts are bounded as there, the number of tokens is not. */
const entry = z.object({
  chainId: z.int().positive(),
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/, { error: 'is no address' }),
  name: z.string().trim().min(1).max(100),
  symbol: z.string().trim().min(1).max(40),
  decimals: z.int().min(0).max(255),
  logoURI: z.string().trim().max(500).optional(),
});
const document = z.object({ name: z.string().trim().min(1).max(100), tokens: z.array(z.unknown()) });

/**
 * Reads a token list in the form of tokenlists.org, or the file `tokenlist.json` of a folder. Throws AppError `config`
 * naming the tokens that are not valid.
 */
export async function readTokenList(source: string): Promise<TokenList> {
  const path = await findFile(source);
  const parsed = document.safeParse(await readJson(path));
  if (!parsed.success)
    throw new AppError('config', `TOKEN_LIST_FILE ${path} is not a token list: it needs a name and tokens.`);
  const { name, tokens } = parsed.data;
  if (tokens.length > MAX_TOKENS)
    throw new AppError('config', `TOKEN_LIST_FILE ${path} has more than ${MAX_TOKENS} tokens.`);
  const named = { file: `TOKEN_LIST_FILE ${path}`, what: { one: 'token', many: 'tokens' } };
  return { name, folder: dirname(path), tokens: parseEntries(tokens, entry, named).map(toListedToken) };
}

function toListedToken({ address, logoURI, ...token }: z.output<typeof entry>): ListedToken {
  return { ...token, address: hexToBuffer(address), logoUri: logoURI || null };
}

async function findFile(source: string): Promise<string> {
  const path = resolve(source);
  const found = await stat(path).catch(() => undefined);
  const file = found?.isDirectory() ? join(path, FILE_NAME) : path;
  const { size } = await stat(file).catch((cause: unknown) => {
    throw new AppError('config', `TOKEN_LIST_FILE ${file} cannot be read: correct the path.`, { cause });
  });
  if (size > MAX_BYTES) throw new AppError('config', `TOKEN_LIST_FILE ${file} is larger than 32 MB.`);
  return file;
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new AppError('config', `TOKEN_LIST_FILE ${path} is not JSON: correct the file.`, { cause });
  }
}
