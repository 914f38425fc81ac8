// Who may decrypt a handle now:  node who-may-decrypt.mjs https://rpc.example 0x<ACL> 0x<handle>
import { listReaders, NO_EXPIRY, parseHandle, readRights } from 'astrolabe-fhe';

const [url, acl, handle] = process.argv.slice(2);
async function ask(method, params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { result, error } = await answer.json();
  if (error) throw new Error(error.message);
  return result;
}

const logs = await ask('eth_getLogs', [{ address: acl, fromBlock: '0x0', toBlock: 'latest' }]);
const { timestamp } = await ask('eth_getBlockByNumber', ['latest', false]);
const rights = readRights(logs, { acl });
console.log(`${handle} is a value of type ${parseHandle(handle).fheType}`);
if (rights.open.has(handle)) console.log('anyone');
for (const { account, delegator, until } of listReaders(rights, handle, BigInt(timestamp)))
  console.log(
    account +
      (delegator === null
        ? ''
        : ` in the name of ${delegator}${until === NO_EXPIRY ? '' : ` until ${until}`}`),
  );
