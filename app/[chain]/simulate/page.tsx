import { formatEther } from 'viem/utils';
import type { SearchParams } from '@/app/[chain]/load-list';
import { PageCall } from '@/components/layout/page-call';
import { PageHeader } from '@/components/layout/page-header';
import { Outcome } from '@/components/simulation/outcome';
import { readTexts, type SimulationTexts } from '@/components/simulation/simulation-fields';
import { SimulationForm } from '@/components/simulation/simulation-form';
import { SimulationResult } from '@/components/simulation/simulation-result';
import { Notice } from '@/components/ui/notice';
import { rich } from '@/components/ui/rich';
import { callExtra, callPath } from '@/lib/client/call';
import { HASH } from '@/lib/endpoints/formats';
import { getTransaction, type Transaction } from '@/lib/endpoints/transaction';
import { type ContractFunction, textsOfCall } from '@/lib/evm/call-form';
import { shortenHash } from '@/lib/format/hash';
import { msg, t } from '@/lib/language/t';
import { describeChainPage, getChainPage } from '../chain-page';
import { findTarget } from './find-target';
import { findRun } from './kept-run';
import { run } from './run';

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> };

const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

export const generateMetadata = describeChainPage('simulate', {
  title: msg('Simulate on {name}'),
  description: msg('Run a transaction of {name} again, with changes, or any call, without sending it.'),
});

/** Executes a transaction again, or any call, and shows how it ends: nothing is sent. */
export default async function SimulatePage({ params, searchParams }: Props) {
  const { chain, path } = await getChainPage(params, 'simulate');
  const done = await findRun();
  const given = done?.texts ?? readTexts(Object.entries(await searchParams));
  const original = await findOriginal(chain.id, given.tx);
  const texts = done ? given : { ...(original && textsOf(original)), ...given };
  const { functions, selected } = await findTarget(chain.id, texts);
  return (
    <div className="flex flex-col gap-4">
      <PageCall path={original && callPath(getTransaction, whereIs(chain.id, original.hash))} />
      <PageHeader title={t('Simulate')} about={<About chainId={chain.id} original={original} />} />
      {(done?.refusal ?? done?.answer) !== undefined && (
        <Outcome run={crypto.randomUUID()}>
          {done?.refusal !== undefined && (
            <Notice tone="error" icon="cross" title={t('Not executed')}>
              <bdi className="wrap-any">{done.refusal}</bdi>
            </Notice>
          )}
          {done?.answer && <SimulationResult answer={done.answer} original={original} chain={chain} />}
        </Outcome>
      )}
      <SimulationForm
        submit={run.bind(null, chain.id)}
        path={path}
        symbol={chain.symbol}
        texts={done ? texts : withParameters(texts, selected)}
        problems={done?.problems ?? NO_PROBLEMS}
        functions={functions}
        selected={selected}
      />
    </div>
  );
}

const whereIs = (chain: string, hash: string) => ({ chain, params: { transaction_hash_param: hash } });

async function findOriginal(chain: string, hash = ''): Promise<Transaction | undefined> {
  const found = HASH.test(hash)
    ? await callExtra(getTransaction, whereIs(chain, hash.toLowerCase()))
    : undefined;
  return found?.block_number == null ? undefined : found;
}

function About({ chainId, original }: { chainId: string; original: Transaction | undefined }) {
  if (original === undefined) return t('Execute any call without sending it.');
  return rich('Run again what was mined as <link>{hash}</link>, with or without changes.', {
    link: (words) => <a href={`/${chainId}/tx/${original.hash}`}>{words}</a>,
    hash: shortenHash(original.hash),
  });
}

/** The form of a transaction as it was mined. */
function textsOf(transaction: Transaction): SimulationTexts {
  return {
    tx: transaction.hash,
    from: transaction.from.hash,
    to: transaction.to?.hash ?? '',
    data: transaction.raw_input,
    value: formatEther(BigInt(transaction.value)),
    gas: String(transaction.gas_limit),
    block: String(transaction.block_number ?? ''),
    position: String(transaction.position ?? ''),
  };
}

/** With the texts of the fields of the function that the calldata calls; as bytes where they would say something else. */
function withParameters(texts: SimulationTexts, selected: ContractFunction | undefined): SimulationTexts {
  const { data = '' } = texts;
  if (selected === undefined || !data.startsWith(selected.selector)) return texts;
  const known = /^0x([0-9a-f]{2})*$/.test(data)
    ? textsOfCall(selected.item, `0x${data.slice(2)}`)
    : undefined;
  if (known === undefined) return { ...texts, input: 'raw' };
  return { ...texts, ...Object.fromEntries([...known].map(([place, text]) => [`a${place}`, text])) };
}
