import { explorerUrl, isReady } from './url.js';

const SENDING = ['eth_sendTransaction', 'eth_sendRawTransaction'];

/** A node on this machine, as the explorer beside the project follows. */
async function isLocal({ type, url }) {
  if (type !== 'http') return false;
  const { hostname } = new URL(await url.getUrl());
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/**
 * Prints a link for each transaction that a local node took, once the explorer answers; those of Hardhat's own process no
 * explorer sees.
 */
export default async () => {
  const chains = new WeakMap();
  let isAnswering = false;
  const chainOf = async (context, connection, next) => {
    const request = { jsonrpc: '2.0', id: 'astrolabe', method: 'eth_chainId', params: [] };
    if (!chains.has(connection))
      chains.set(connection, Number((await next(context, connection, request)).result));
    return chains.get(connection);
  };
  return {
    async onRequest(...[context, connection, request, next]) {
      const response = await next(context, connection, request);
      const isSent = SENDING.includes(request.method) && typeof response.result === 'string';
      if (!isSent || !(await isLocal(connection.networkConfig))) return response;
      isAnswering ||= await isReady();
      if (isAnswering)
        console.log(`${explorerUrl}/${await chainOf(context, connection, next)}/tx/${response.result}`);
      return response;
    },
  };
};
