import { t } from '@/lib/language/t';

type Request = Readonly<{ method: string; params?: readonly unknown[] }>;
/** A wallet of the visitor's browser (EIP-1193), with the name that it announces itself by (EIP-6963). */
export type Wallet = Readonly<{ id: string; name: string; request(call: Request): Promise<unknown> }>;

const MAX_NAME = 40;

/** Listens for wallet announcements (EIP-6963) and requests them; returns a function that stops listening. */
export function discoverWallets(found: (wallet: Wallet) => void): () => void {
  const listen = (event: Event) => {
    const wallet = event instanceof CustomEvent ? readWallet(event.detail) : undefined;
    if (wallet !== undefined) found(wallet);
  };
  window.addEventListener('eip6963:announceProvider', listen);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  return () => window.removeEventListener('eip6963:announceProvider', listen);
}

function readWallet(detail: unknown): Wallet | undefined {
  if (!isObject(detail) || !isObject(detail.info) || !hasRequest(detail.provider)) return undefined;
  const { uuid, name } = detail.info;
  if (typeof uuid !== 'string' || typeof name !== 'string') return undefined;
  const target = detail.provider;
  return { id: uuid, name: name.slice(0, MAX_NAME), request: (call) => target.request(call) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function hasRequest(value: unknown): value is Pick<Wallet, 'request'> {
  return isObject(value) && typeof value.request === 'function';
}

/** The account that the visitor shares with this page; undefined for none. */
export async function requestAccount(wallet: Wallet): Promise<string | undefined> {
  const accounts = await wallet.request({ method: 'eth_requestAccounts' });
  const account = Array.isArray(accounts) ? accounts[0] : undefined;
  return typeof account === 'string' && /^0x[0-9a-fA-F]{40}$/.test(account) ? account : undefined;
}

/** The wallet's chain ID; NaN for a malformed answer. */
export async function requestChain(wallet: Wallet): Promise<number> {
  return Number(await wallet.request({ method: 'eth_chainId' }));
}

/** Has the wallet change to a chain. */
export async function switchChain(wallet: Wallet, id: number): Promise<void> {
  await wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: toChainId(id) }] });
}

/** A chain ID as wallets write it. */
export function toChainId(id: number): string {
  return `0x${id.toString(16)}`;
}

/** What a wallet's error means, as a sentence. */
export function describeRefusal(error: unknown): string {
  if (isObject(error) && error.code === 4001) return t('You rejected the request in the wallet.');
  if (isObject(error) && error.code === 4902)
    return t('The wallet does not know this chain: add it there first.');
  const message = isObject(error) && typeof error.message === 'string' ? error.message : '';
  return message === '' ? t('The wallet failed without giving a reason.') : message.slice(0, 300);
}
