import * as api from './client.ts';

/**
 * A program of somebody else, written against the generated client: it follows lists, tells answers apart by their
 * status, and prints what it found as JSON.
 */
const [baseUrl = '', key = '', chain = '', transaction = '', confidential = '', nft = ''] =
  process.argv.slice(2);
api.defaults.baseUrl = baseUrl;
const keyed = { headers: { authorization: `Bearer ${key}` } };
const stranger = { headers: { authorization: 'Bearer unknown' } };

const info = await api.getTransaction(chain, transaction, keyed);
const open = await api.getTransactionOfInstance(transaction);
const transfers = await api.listTransactionTokenTransfers(chain, transaction, { itemsCount: 2 }, keyed);
const openTransfers = await api.listTransactionTokenTransfersOfInstance(transaction, { itemsCount: 2 });
const operations = await api.listTransactionFheOperations(chain, confidential, keyed);
const count = await api.getTokenInstanceTransfersCount(chain, nft, '3', keyed);
const charts = await api.listCharts(chain, keyed);
const chart = await api.getChart(chain, 'newTxns', { resolution: 'MONTH' }, keyed);
const refused = await api.getTransaction(chain, transaction, stranger);
const malformed = await api.getTransaction(chain, '0x12', keyed);
const config = await api.getApiConfig();

/** All blocks by their pages, the newest first. */
async function listHeights(): Promise<number[]> {
  const heights: number[] = [];
  let page: { blockNumber?: number; itemsCount?: number } = { itemsCount: 50 };
  for (;;) {
    const answer = await api.listBlocks(chain, page, keyed);
    if (answer.status !== 200) throw new Error(`a page is answered with ${answer.status}`);
    heights.push(...answer.data.items.map(({ height }) => height));
    const next = answer.data.next_page_params;
    if (next === null) return heights;
    page = { blockNumber: next.block_number, itemsCount: next.items_count };
  }
}

const firstTransfer = transfers.status === 200 ? transfers.data.items[0] : undefined;
const found = {
  hash: info.status === 200 ? info.data.hash : null,
  nonce: info.status === 200 ? info.data.nonce + 0 : null,
  fee: info.status === 200 ? BigInt(info.data.fee.value ?? 0).toString() : null,
  openHash: open.status === 200 ? open.data.hash : null,
  transferTokens:
    transfers.status === 200 ? transfers.data.items.map(({ token }) => token.address_hash) : null,
  firstLogIndex: firstTransfer === undefined ? null : firstTransfer.log_index + 0,
  openLogIndex: openTransfers.status === 200 ? openTransfers.data.items[0]?.log_index.padStart(1) : null,
  openTransfers: openTransfers.status === 200 ? openTransfers.data.items.length : null,
  operations: operations.status === 200 ? operations.data.items.map(({ operation }) => operation) : null,
  totalHcu: operations.status === 200 ? operations.data.total_hcu + 0 : null,
  transfersCount: count.status === 200 ? count.data.transfers_count + 0 : null,
  charts:
    charts.status === 200
      ? charts.data.sections.flatMap((section) => section.charts.map(({ id }) => id))
      : null,
  points: chart.status === 200 ? chart.data.chart.map(({ date, value }) => `${date} ${value}`) : null,
  refused: refused.status === 401 ? refused.data.error : null,
  malformed: malformed.status === 422 ? malformed.data.errors.map(({ source }) => source.pointer) : null,
  chains: config.status === 200 ? Object.keys(config.data.chains) : null,
  heights: await listHeights(),
};
console.log(JSON.stringify(found));
