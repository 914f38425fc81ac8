import type { ReactNode } from 'react';
import { ChainLink } from '@/components/chain/chain-link';
import { Panel } from '@/components/ui/panel';
import { rich } from '@/components/ui/rich';
import type { ContractFunction } from '@/lib/evm/call-form';
import { shortenHash } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';

/** Functions grouped by source (ABI, or guessed from bytecode); `through` is the implementation of a proxy. */
export type Group = Readonly<{
  title: string;
  through: string | undefined;
  isGuess: boolean;
  functions: readonly ContractFunction[];
  abi: unknown;
}>;

/** A panel of functions with their source. */
export function FunctionGroup({ group, children }: { group: Group; children: ReactNode }) {
  const { title, through, isGuess, functions } = group;
  return (
    <Panel
      title={title}
      id={through === undefined ? 'own' : 'through'}
      aside={
        <>
          {groupDigits(functions.length)}
          {through !== undefined && (
            <>
              {' '}
              {rich('of {contract}', {
                contract: (
                  <ChainLink
                    to={`/address/${through}/contract`}
                    title={through}
                    data-same={through.toLowerCase()}
                  >
                    <span className="mono">{shortenHash(through)}</span>
                  </ChainLink>
                ),
              })}
            </>
          )}
        </>
      }
    >
      {isGuess && (
        <p className="border-b border-line px-4 py-2 text-sm text-soft">
          {t(
            'No ABI is known. These functions are guessed from selectors in the bytecode that match well-known functions: a name may be wrong, and return values may be misinterpreted.',
          )}
        </p>
      )}
      <div className="divide-y divide-line">{children}</div>
    </Panel>
  );
}
