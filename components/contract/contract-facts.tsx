import type { ReactNode } from 'react';
import { ChainLink } from '@/components/chain/chain-link';
import { Disclosure } from '@/components/ui/disclosure';
import { Panel, Row, Rows } from '@/components/ui/panel';
import { Pill } from '@/components/ui/pill';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { Contract } from '@/lib/endpoints/contract';
import { shortenHash } from '@/lib/format/hash';
import { displaySource, displayText } from '@/lib/format/text';
import { formatUtc } from '@/lib/format/time';
import { t } from '@/lib/language/t';

const MAX_SETTINGS = 20_000;

/** Compiler settings and verification; unknown values are left out, and all of it where nothing is known. */
export function ContractFacts({ contract }: { contract: Contract }) {
  if (isNothingKnown(contract)) return null;
  const { optimization_enabled: isOptimised, optimization_runs: runs } = contract;
  return (
    <Panel title={t('Code')} id="code" aside={<Verification contract={contract} />}>
      <Rows>
        <Known label={t('Name')}>{contract.name ?? null}</Known>
        <Known label={t('Language')}>{contract.language}</Known>
        <Known label={t('Compiler')}>{contract.compiler_version}</Known>
        <Known label={t('EVM version')}>{contract.evm_version}</Known>
        {isOptimised !== null && (
          <Row label={t('Optimization')}>
            {isOptimised
              ? runs === null
                ? t('on')
                : t('on, {runs, plural, one {# run} other {# runs}}', { runs })
              : t('off')}
          </Row>
        )}
        {contract.external_libraries.map(({ name, address_hash: hash }) => (
          <Row
            key={hash}
            label={name === null ? t('Library') : t('Library {name}', { name: displayText(name, 60) })}
          >
            <ChainLink to={`/address/${hash}`} title={hash} data-same={hash.toLowerCase()}>
              <span className="mono">{shortenHash(hash)}</span>
            </ChainLink>
          </Row>
        ))}
        {contract.verified_at !== null && <Row label={t('Verified')}>{formatUtc(contract.verified_at)}</Row>}
        {contract.implementations.map(({ address_hash: hash, name }) => (
          <Row key={hash} label={t('Delegates to')}>
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
      <Settings contract={contract} />
    </Panel>
  );
}

/** The notice above says already that a contract is not verified. */
function isNothingKnown(contract: Contract): boolean {
  const { name, language, compiler_version, evm_version, optimization_enabled, verified_at } = contract;
  const facts = [name ?? null, language, compiler_version, evm_version, optimization_enabled, verified_at];
  const { is_verified, interface_source, compiler_settings, external_libraries, implementations } = contract;
  return (
    !is_verified &&
    interface_source === null &&
    [...facts, compiler_settings].every((fact) => fact === null) &&
    external_libraries.length + implementations.length === 0
  );
}

/** The other compiler settings, as JSON. */
function Settings({ contract }: { contract: Contract }) {
  if (contract.compiler_settings === null) return null;
  const json = JSON.stringify(contract.compiler_settings, null, 2);
  return (
    <div className="border-t border-line">
      <Disclosure
        title={t('Compiler settings')}
        aside={t('{count, plural, one {# character} other {# characters}}', { count: json.length })}
      >
        <ScrollArea label={t('Compiler settings')} className="max-h-80 border-t border-line bg-sunken">
          <pre className="mono px-4 py-3 text-xs">{displaySource(json, MAX_SETTINGS)}</pre>
        </ScrollArea>
      </Disclosure>
    </div>
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
  if (contract.proxy_type === 'eip7702') return null;
  const isBuilt = contract.interface_source === 'artifacts';
  if (contract.is_verified) {
    const isExact = contract.is_fully_verified;
    return (
      <span className="flex flex-wrap items-center gap-1.5">
        <Pill
          tone="ok"
          icon="check"
          title={isExact ? t('Exact match (metadata included)') : t('Partial match (metadata differs)')}
        >
          {isExact ? t('Verified: exact match') : t('Verified: partial match')}
        </Pill>
        {isBuilt && (
          <Pill title={t('A project of the operator compiles to this code')}>
            {t('from local build artifacts')}
          </Pill>
        )}
      </span>
    );
  }
  if (isBuilt)
    return <Pill title={t('Source code not verified')}>{t('ABI from local build artifacts')}</Pill>;
  if (contract.interface_source === 'operator') {
    return <Pill title={t('Source code not verified')}>{t('ABI provided by the operator')}</Pill>;
  }
  return <Pill>{t('Not verified')}</Pill>;
}
