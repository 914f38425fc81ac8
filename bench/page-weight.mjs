import { gzipSync } from 'node:zlib';
import { findSamples, ROUTES } from '../scripts/routes.mjs';

const USAGE = `Usage: node bench/page-weight.mjs http://localhost:3000 [path…]

Weighs the HTML of every route of a running site over the demo chain, or of the paths given: unpacked, compressed
(gzip), how much of it is React's own copy, and the time to the last byte. Prints a Markdown table.`;

const [base, ...given] = process.argv.slice(2);
if (base === undefined || !URL.canParse(base)) {
  console.error(USAGE);
  process.exit(2);
}
const pages = given.length > 0 ? given.map((path) => ({ name: path, path })) : await listRoutes();
console.log("| page | HTML, KB | gzip, KB | React's copy, KB | ms |\n|---|---:|---:|---:|---:|");
for (const page of pages) await weigh(page);

async function listRoutes() {
  const samples = await findSamples(async (path) => (await fetch(new URL(path, base))).json());
  return ROUTES.map(({ name, paths }) => ({ name, path: paths(samples)[0] }));
}

async function weigh({ name, path }) {
  const start = performance.now();
  const html = Buffer.from(await (await fetch(new URL(path, base))).arrayBuffer());
  const ms = performance.now() - start;
  const copies = html.toString().match(/<script[^>]*>self\.__next_f\.push[\s\S]*?<\/script>/g) ?? [];
  const cells = [html.length, gzipSync(html).length, Buffer.byteLength(copies.join(''))];
  console.log(`| ${[name, ...cells.map((bytes) => (bytes / 1024).toFixed(0)), ms.toFixed(0)].join(' | ')} |`);
}
