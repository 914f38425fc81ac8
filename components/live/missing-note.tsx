import { ApiMessage } from '@/components/ui/api-message';
import type { Message } from '@/lib/messages/message';
import { RefreshPage } from './refresh-page';

/** What the node or a compiler still works at. */
const PASSING = new Set(['source_compiling', 'node_timeout']);

/** Why something is missing from a page, which is refreshed if that passes. */
export function MissingNote({ of }: { of: Message }) {
  return (
    <p className="px-4 py-2 text-sm text-soft">
      <ApiMessage of={of} />
      {of.code !== undefined && PASSING.has(of.code) && <RefreshPage />}
    </p>
  );
}
