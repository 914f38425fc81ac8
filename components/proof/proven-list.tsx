import { Panel, Row, Rows } from '@/components/ui/panel';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import type { ProvenAccessList, ProvenAccount } from '@/lib/proof/check-access-list-proof';
import { Hex, ProvenPanel } from './proven-panel';

/** Accounts, and slots of each, that are shown: a list may have thousands. */
const MAX_ACCOUNTS = 200;
const MAX_SLOTS = 20;

/** A proven access list, with the values after its block. */
export function ProvenList({ proven: { block, listHash, bytes, accounts } }: { proven: ProvenAccessList }) {
  const shown = accounts.slice(0, MAX_ACCOUNTS);
  return (
    <>
      <ProvenPanel block={block}>
        <Row label={t('Access list hash')} hint={t('In the header')}>
          <Hex value={listHash} />
        </Row>
        <Row label={t('Access list')}>
          {t('{count, plural, one {# byte} other {# bytes}}', { count: bytes })}
        </Row>
      </ProvenPanel>
      <Panel
        title={t('Accounts after the block')}
        id="proven-accounts"
        aside={
          shown.length < accounts.length
            ? t('the first {shown} of {total}', { shown: shown.length, total: groupDigits(accounts.length) })
            : t('{count, plural, one {# account} other {# accounts}}', { count: accounts.length })
        }
      >
        {accounts.length === 0 && (
          <p className="px-4 py-3 text-sm text-soft">{t('The block accessed no account.')}</p>
        )}
        <ol className="divide-y divide-line">
          {shown.map((account) => (
            <li key={account.address}>
              <Account account={account} />
            </li>
          ))}
        </ol>
      </Panel>
    </>
  );
}

function Account({
  account: { address, balances, nonces, codes, slots, readSlots },
}: {
  account: ProvenAccount;
}) {
  const [balance, nonce, code] = [balances.at(-1), nonces.at(-1), codes.at(-1)];
  const shown = slots.slice(0, MAX_SLOTS);
  const more = slots.length - shown.length;
  return (
    <Rows>
      <Row label={t('Address')}>
        <Hex value={address} />
      </Row>
      {balance && <Row label={t('Balance')}>{t('{wei} wei', { wei: groupDigits(balance.value) })}</Row>}
      {nonce && <Row label={t('Nonce')}>{groupDigits(nonce.value)}</Row>}
      {code && (
        <Row label={t('Code')}>
          <Hex value={code.value} />
        </Row>
      )}
      {shown.map(({ slot, values }) => (
        <Row
          key={String(slot)}
          label={
            <>
              {t('Slot')} <span className="mono wrap-any">{toWord(slot)}</span>
            </>
          }
        >
          <Hex value={toWord(values.at(-1)?.value ?? 0n)} />
        </Row>
      ))}
      {more > 0 && <Row label={t('More slots changed')}>{groupDigits(more)}</Row>}
      {readSlots.length > 0 && <Row label={t('Slots read')}>{groupDigits(readSlots.length)}</Row>}
    </Rows>
  );
}

const toWord = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;
