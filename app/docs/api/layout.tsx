import type { ReactNode } from 'react';
import { readDisplay } from '@/app/display';
import { Frame } from '@/components/layout/frame';
import { TopBar } from '@/components/layout/top-bar';

export default async function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <Frame bar={<TopBar chain={undefined} display={await readDisplay()} />}>
      <div className="flex flex-col gap-5">{children}</div>
    </Frame>
  );
}
