import { CopyButton } from '@/components/ui/copy-button';
import { Panel } from '@/components/ui/panel';
import { t } from '@/lib/language/t';

type Props = { chainId: string; address: string; site: string };

/** What a developer runs to verify this contract from a project: Sourcify's API, which this explorer serves. */
export function ToolLines({ chainId, address, site }: Props) {
  const url = site.replace(/\/+$/, '');
  const lines = [
    {
      title: 'Foundry',
      text: `forge verify-contract ${address} src/Contract.sol:Contract --chain ${chainId} --verifier sourcify --verifier-url ${url}`,
    },
    {
      title: 'Hardhat 3',
      text: `npx hardhat verify sourcify --network <network> ${address}`,
      config: `verify: { sourcify: { apiUrl: '${url}' } }`,
    },
  ];
  return (
    <Panel title={t('From a project')} id="tools">
      <p className="border-b border-line px-4 py-2 text-sm text-soft">
        {t(
          'No key is needed. Replace the path and name by those of your contract, or the network by its name.',
        )}
      </p>
      <dl className="divide-y divide-line">
        {lines.map(({ title, text, config }) => (
          <div key={title} className="flex flex-col gap-1 px-4 py-2 text-sm">
            <dt className="font-medium">{title}</dt>
            <dd className="flex flex-col gap-1">
              <span className="flex items-start gap-2">
                <code className="mono wrap-any text-xs">{text}</code>
                <CopyButton value={text} what={t('command')} />
              </span>
              {config !== undefined && (
                <span className="text-soft">
                  <code className="mono wrap-any text-xs">{config}</code> (hardhat.config.ts)
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
