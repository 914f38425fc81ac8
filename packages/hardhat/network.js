import { explorerUrl } from './url.js';

const SENDING = ['eth_sendTransaction', 'eth_sendRawTransaction'];

/** Prints a link for each transaction that a node took; those of Hardhat's own process no explorer sees. */
export default async () => {
  const chains = new WeakMap();
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
      if (isSent && connection.networkConfig.type === 'http')
        console.log(`${explorerUrl}/${await chainOf(context, connection, next)}/tx/${response.result}`);
      return response;
    },
  };
};
