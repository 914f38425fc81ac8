import { fileURLToPath } from 'node:url';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { readAnswers } from './answers';
import { measurePipeline } from './pipeline';
import { recordTransfers } from './record';
import { measureStages } from './stages';

const TRANSFERS = Number(process.argv[2] ?? 30_000);
const ROUNDS = Number(process.argv[3] ?? 3);
const file = fileURLToPath(new URL(`./transfers-${TRANSFERS}.tsv`, import.meta.url));
await loadFastKeccak();
await recordTransfers(file, TRANSFERS);
await measureStages(await readAnswers(file));
if (ROUNDS > 0) await measurePipeline(file, ROUNDS);
