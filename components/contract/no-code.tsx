import { EmptyState } from '@/components/ui/empty-state';

/** Where there is no contract: the API knows none, or has no such data. */
export function NoCode({ isUnknown }: { isUnknown: boolean }) {
  return (
    <div className="rounded-md border border-line bg-surface shadow-panel">
      {isUnknown ? (
        <EmptyState icon="none" title="This API does not provide contract data">
          This site shows data from another service, which does not provide it.
        </EmptyState>
      ) : (
        <EmptyState icon="cube" title="No code at this address">
          Only contracts have code, and this address was not a contract when last checked.
        </EmptyState>
      )}
    </div>
  );
}
