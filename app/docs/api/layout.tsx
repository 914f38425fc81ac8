import type { ReactNode } from 'react';
import { SiteFrame } from '@/app/site-frame';

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <SiteFrame>
      <div className="flex flex-col gap-5">{children}</div>
    </SiteFrame>
  );
}
