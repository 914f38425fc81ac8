// Reads a transaction and its FHE operations:  node read-transaction.mjs http://localhost:4000 <key> 31337 0x…
import { connect, getTransaction, listTransactionFheOperations } from 'astrolabe-client';

const [url, key, chain, hash] = process.argv.slice(2);
connect({ url, key });
const info = await getTransaction(chain, hash);
if (info.status !== 200) throw new Error(`the transaction was answered with ${info.status}`);
const fhe = await listTransactionFheOperations(chain, hash);
const operations = fhe.status === 200 ? fhe.data.items.map(({ operation }) => operation) : [];
console.log(JSON.stringify({ hash: info.data.hash, fee: info.data.fee.value, operations }));
