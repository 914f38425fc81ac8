import { redirect } from 'next/navigation';
import { ChainPicker } from '@/components/chain/chain-picker';
import { Frame } from '@/components/layout/frame';
import { SearchBox } from '@/components/layout/search-box';
import { TopBar } from '@/components/layout/top-bar';
import { listChains } from '@/lib/client/chains';
import { readTheme } from './theme';

/** The chains of this explorer; the only one there is opens at once. */
export default async function SitePage() {
  const chains = await listChains();
  const [first] = chains;
  if (first !== undefined && chains.length === 1) redirect(`/${first.id}`);
  return (
    <Frame bar={<TopBar chain={undefined} theme={await readTheme()} withoutSearch />}>
      <div className="mx-auto flex max-w-3xl flex-col gap-8 pt-8 md:pt-16">
        <h1 className="text-2xl font-semibold tracking-tight">Look anything up</h1>
        <SearchBox chain={undefined} isLarge />
        <ChainPicker chains={chains} />
      </div>
    </Frame>
  );
}
