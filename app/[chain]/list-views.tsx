import { siteUrl } from '@/app/site-url';
import { ViewAs } from '@/components/layout/view-as';

/** Menu of the other forms of a chain's list. */
export function ListViews({ path }: { path: string }) {
  return <ViewAs base={path} site={siteUrl().origin} csv={['']} />;
}
