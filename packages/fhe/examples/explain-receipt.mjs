// Explains the FHE operations of a transaction:  node explain-receipt.mjs https://rpc.example 0x…
import { explainReceipt, HCU_LIMITS } from 'astrolabe-fhe';

const [url, hash] = process.argv.slice(2);
async function ask(method, params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { result, error } = await answer.json();
  if (error) throw new Error(error.message);
  return result;
}

const chainId = Number(await ask('eth_chainId', []));
const receipt = await ask('eth_getTransactionReceipt', [hash]);
const { graph } = explainReceipt(receipt.logs, { chainId });
for (const { code, cost, depth } of graph.operations) console.log(`${code}  cost ${cost}, depth ${depth}`);
console.log(`critical path: ${graph.criticalPath.map((index) => graph.operations[index].name).join(' → ')}`);
console.log(`total: ${graph.totals.totalHcu} of ${HCU_LIMITS.perTransaction} HCU`);
