// Follows the list of blocks page by page:  node walk-blocks.mjs http://localhost:4000 <key> 31337
import { connect, itemsOf, listBlocks } from 'astrolabe-client';

const [url, key, chain] = process.argv.slice(2);
connect({ url, key });
const heights = [];
for await (const { height } of itemsOf((page) => listBlocks(chain, page), { itemsCount: 50 }))
  heights.push(height);
console.log(JSON.stringify(heights));
