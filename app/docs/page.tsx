import { redirect } from 'next/navigation';

/** The documentation that this site has is that of its API. */
export default function DocsPage(): never {
  redirect('/docs/api');
}
