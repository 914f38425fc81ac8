import type { ReactNode } from 'react';
import { ChainLink } from '@/components/chain/chain-link';
import { Panel, Row, Rows } from '@/components/ui/panel';
import { Pill } from '@/components/ui/pill';
import type { Contract } from '@/lib/endpoints/contract';
import { shortenHash } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { formatUtc } from '@/lib/format/time';

/** Compiler settings and verification; unknown values are left out. */
export function ContractFacts({ contract }: { contract: Contract }) {
  const { optimization_enabled: isOptimised, optimization_runs: runs } = contract;
  return (
    <Panel title="Code" id="code" aside={<Verification contract={contract} />}>
      <Rows>
        <Known label="Name">{contract.name ?? null}</Known>
        <Known label="Language">{contract.language}</Known>
        <Known label="Compiler">{contract.compiler_version}</Known>
        <Known label="EVM version">{contract.evm_version}</Known>
        {isOptimised !== null && (
          <Row label="Optimization">
            {isOptimised ? `on${runs === null ? '' : `, ${groupDigits(runs)} runs`}` : 'off'}
          </Row>
        )}
        {contract.verified_at !== null && <Row label="Verified">{formatUtc(contract.verified_at)}</Row>}
        {contract.implementations.map(({ address_hash: hash, name }) => (
          <Row key={hash} label="Delegates to">
            <ChainLink to={`/address/${hash}/contract`} title={hash} data-same={hash.toLowerCase()}>
              {name === null ? (
                <span className="mono">{shortenHash(hash)}</span>
              ) : (
                <bdi>{displayText(name, 40)}</bdi>
              )}
            </ChainLink>
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}

function Known({ label, children }: { label: string; children: string | null }): ReactNode {
  if (children === null) return null;
  return (
    <Row label={label}>
      <bdi>{displayText(children, 80)}</bdi>
    </Row>
  );
}

function Verification({ contract }: { contract: Contract }) {
  if (contract.is_fully_verified) {
    return (
      <Pill tone="ok" icon="check" title="Exact match (metadata included)">
        Verified: exact match
      </Pill>
    );
  }
  if (contract.is_verified) {
    return (
      <Pill tone="ok" icon="check" title="Partial match (metadata differs)">
        Verified: partial match
      </Pill>
    );
  }
  if (contract.interface_source === 'operator') {
    return <Pill title="Source code not verified">ABI provided by the operator</Pill>;
  }
  return <Pill>Not verified</Pill>;
}
