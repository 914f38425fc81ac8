import { Panel } from '@/components/ui/panel';
import { rich } from '@/components/ui/rich';
import { t } from '@/lib/language/t';
import type { DecryptRequest } from './decrypt-steps';
import { DecryptWithWallet } from './decrypt-with-wallet';

/** Offers an account that may decrypt a value to do so here, through the relayer that the operator named. */
export function DecryptPanel(request: DecryptRequest) {
  return (
    <Panel title={t('Decrypt with your wallet')} id="decrypt">
      <div className="flex flex-col gap-3 px-4 py-3 text-sm">
        <p className="max-w-4xl text-soft">
          {rich(
            'An account that may decrypt the value, or to which one delegated that, can do so here: its wallet signs a request, valid for a day, which is sent to the relayer {url}. The answer is encrypted for a key that this page makes and forgets; this site sees neither the key nor the value. The relayer learns the account, the value’s handle and your IP address.',
            { url: <code className="mono wrap-any text-ink">{request.relayerUrl}</code> },
          )}
        </p>
        <noscript>
          <p>{t('This needs JavaScript, and a wallet in your browser.')}</p>
        </noscript>
        <DecryptWithWallet {...request} />
      </div>
    </Panel>
  );
}
