import { Disclosure } from '@/components/ui/disclosure';
import { Panel, Row, Rows } from '@/components/ui/panel';
import type { TokenInstance } from '@/lib/endpoints/token';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';

const MAX_TRAITS = 60;
const MAX_JSON_LENGTH = 20_000;

/** Description, traits, source and raw metadata of an NFT. */
export function MetadataPanel({ instance }: { instance: TokenInstance }) {
  const { metadata } = instance;
  return (
    <Panel title={t('Metadata')} id="metadata" aside={sourceOf(instance)}>
      {metadata === null ? (
        <p className="px-4 py-3 text-sm text-soft">{missingReason(instance)}</p>
      ) : (
        <>
          <Description metadata={metadata} />
          <Traits metadata={metadata} />
          <Disclosure title={t('Full metadata')} aside={t('JSON, as returned by the contract')}>
            <pre className="wrap-any max-h-96 overflow-auto border-t border-line bg-sunken px-4 py-3 text-xs whitespace-pre-wrap">
              <bdi>{displayLines(metadata)}</bdi>
            </pre>
          </Disclosure>
        </>
      )}
      <Remote instance={instance} />
    </Panel>
  );
}

function sourceOf({ metadata, metadata_url: url }: TokenInstance): string {
  if (metadata !== null && url === null) return 'on-chain';
  return url === null ? '' : 'off-chain';
}

function missingReason({ metadata_url: url }: TokenInstance): string {
  return url === null
    ? t('The contract returns no metadata for this NFT, or it has not been read yet.')
    : t('The contract only links to its metadata. This site loads nothing from third-party servers.');
}

function Description({ metadata }: { metadata: Record<string, unknown> }) {
  const { description } = metadata;
  if (typeof description !== 'string' || description === '') return null;
  return (
    <p className="wrap-any border-b border-line px-4 py-3 text-sm">
      <bdi>{displayText(description, 1_000)}</bdi>
    </p>
  );
}

function Traits({ metadata }: { metadata: Record<string, unknown> }) {
  const traits = Array.isArray(metadata.attributes) ? metadata.attributes.slice(0, MAX_TRAITS) : [];
  const shown = traits.flatMap((trait: unknown, index) => {
    if (typeof trait !== 'object' || trait === null) return [];
    const name = 'trait_type' in trait ? trait.trait_type : undefined;
    const value = 'value' in trait ? trait.value : undefined;
    return [{ index, name: plain(name) ?? 'trait', value: plain(value) ?? 'unreadable' }];
  });
  if (shown.length === 0) return null;
  return (
    <div className="border-b border-line">
      <Rows>
        {shown.map(({ index, name, value }) => (
          <Row key={index} label={<bdi>{name}</bdi>}>
            <bdi>{value}</bdi>
          </Row>
        ))}
      </Rows>
    </div>
  );
}

function plain(value: unknown): string | undefined {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value)
    ? displayText(String(value), 120)
    : undefined;
}

function displayLines(metadata: Record<string, unknown>): string {
  const json = JSON.stringify(metadata, (_, value) => (typeof value === 'bigint' ? String(value) : value), 2);
  const lines = json.slice(0, MAX_JSON_LENGTH).split('\n');
  const text = lines.map((line) => displayText(line, MAX_JSON_LENGTH)).join('\n');
  return json.length > MAX_JSON_LENGTH ? `${text}\n${t('… truncated')}` : text;
}

function Remote({ instance }: { instance: TokenInstance }) {
  const sources = [
    [t('Metadata URL'), instance.metadata_url],
    [t('Image URL'), instance.external_image_url],
    [t('Animation URL'), instance.external_animation_url],
    [t('Website'), instance.external_app_url],
  ] as const;
  const known = sources.flatMap(([label, url]) => (url === null ? [] : [{ label, url }]));
  if (known.length === 0) return null;
  return (
    <div className="border-t border-line">
      <Rows>
        {known.map(({ label, url }) => (
          <Row key={label} label={label} hint={t('URL given by the contract: not loaded, not verified')}>
            <bdi className="mono text-xs text-soft">{displayText(url, 300)}</bdi>
          </Row>
        ))}
      </Rows>
    </div>
  );
}
