import { NamedAddress } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { TransactionLink } from '@/components/chain/transaction-link';
import { Panel, Row, Rows } from '@/components/ui/panel';
import { rich } from '@/components/ui/rich';
import { type FheHandle, HANDLE_COUNTS } from '@/lib/endpoints/fhe-handle';
import type { Token } from '@/lib/endpoints/token';
import { formatFheType } from '@/lib/fhe/names';
import { shortenHandle } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { type Msg, msg, t } from '@/lib/language/t';
import { HandleLink } from './handle-link';
import { nameChain } from './name-chain';
import { orMore } from './or-more';
import { PublicAmount } from './public-amount';
import type { Twins } from './twins';

type Cleartext = FheHandle['cleartexts'][number];

/** What a handle says of itself, and what holds it. */
export function HandleFacts({ handle, twins }: { handle: FheHandle; twins: Twins }) {
  const { operation, input } = handle;
  return (
    <Panel title={t('Handle')} id="handle">
      <Rows>
        <Row label={t('Type')}>
          <code className="mono">{formatFheType(handle.fhe_type)}</code>
        </Row>
        <Row label={t('Chain and version in the handle')}>
          {t('chain {chain}, version {version}', { chain: handle.chain_id, version: handle.version })}
        </Row>
        {handle.input_index !== null && (
          <Row label={t('Place among the encrypted inputs')}>{groupDigits(handle.input_index + 1)}</Row>
        )}
        {handle.deployment !== null && <Row label={t('Deployment')}>{handle.deployment}</Row>}
        {operation !== null && handle.operations_count > 1 && (
          <Row label={t('Produced by')}>
            {t('{shown} operations', {
              shown: orMore(handle.operations_count, handle.operations_count >= HANDLE_COUNTS.results),
            })}
          </Row>
        )}
        {input?.contract && (
          <Row label={t('Encrypted for')}>
            <NamedAddress address={input.contract} />
          </Row>
        )}
        {handle.tokens.slice(0, 5).map((token) => (
          <Row key={token.hash} label={t('Transferred by')}>
            <NamedAddress address={token} />
          </Row>
        ))}
        {handle.bridged.map((one) => (
          <Row
            key={`${one.transaction_hash} ${one.log_index}`}
            label={t(one.direction === 'sent' ? SENT : RECEIVED, {
              chain: twins.get(one.guid)?.chain.name ?? nameChain(one.chain_id),
            })}
          >
            <Twin bridged={one} twin={twins.get(one.guid)} /> <TransactionLink hash={one.transaction_hash} />
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}

type Bridged = FheHandle['bridged'][number];

/** The handle on the other chain: a link to that chain where it is served here. */
function Twin({ bridged, twin }: { bridged: Bridged; twin: ReturnType<Twins['get']> }) {
  if (twin === undefined) return bridged.twin !== null && <HandleLink handle={bridged.twin} />;
  if (twin.handle === null) return t('not seen to arrive there');
  return (
    <a
      className="mono whitespace-nowrap"
      href={`/${twin.chain.id}/handle/${twin.handle}`}
      title={twin.handle}
    >
      {shortenHandle(twin.handle)}
    </a>
  );
}

const SENT = msg('Sent to {chain}');
const RECEIVED = msg('Received from {chain}');

/** The value, where it is public, with the reason. */
export function HandleCleartext({
  handle,
  tokens,
}: {
  handle: FheHandle;
  tokens: ReadonlyMap<string, Token>;
}) {
  const { cleartexts, public_amounts: amounts } = handle;
  return (
    <Panel title={t('Public value')} id="value">
      {cleartexts.length === 0 && amounts.length === 0 && (
        <p className="px-4 py-3 text-sm text-soft">
          {handle.public_since === null
            ? handle.accounts_count === 0
              ? t('The value is not public.')
              : t('The value is not public: only the accounts below may decrypt it.')
            : t('Everyone may decrypt the value, but no indexed log tells it.')}
        </p>
      )}
      <ul className="divide-y divide-line">
        {cleartexts.map((one) => (
          <li key={`${one.transaction_hash} ${one.log_index}`} className="flex flex-col gap-1 px-4 py-3">
            <span className="figure wrap-any text-lg font-semibold">
              {/^\d+$/.test(one.value) ? groupDigits(BigInt(one.value)) : one.value}
            </span>
            <InUnits told={one} tokens={tokens} />
            <span className="text-sm text-soft">
              {t(reasonOf(one))}{' '}
              {rich('{contract} in {transaction}, {age}.', {
                contract: <NamedAddress address={one.contract} />,
                transaction: <TransactionLink hash={one.transaction_hash} />,
                age: <Age timestamp={one.timestamp} />,
              })}
            </span>
          </li>
        ))}
        {amounts.map((one) => (
          <li key={`${one.transaction_hash} ${one.log_index}`} className="px-4 py-3 text-sm text-soft">
            {rich(
              '{isWrap, select, true {Wrapped from} other {Unwrapped to}} {amount} in {transaction}: the transfer of that token is public.',
              {
                isWrap: String(one.kind === 'wrap'),
                amount: <Erc20Amount of={one} tokens={tokens} />,
                transaction: <TransactionLink hash={one.transaction_hash} />,
              },
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Events of a token whose value is an amount of it. */
const AMOUNTS: readonly Cleartext['source'][] = [
  'PublicDecryptionVerified',
  'UnwrapFinalized',
  'AmountDisclosed',
];

type Tokens = { tokens: ReadonlyMap<string, Token> };

/** What a value is in the unit of the token that told it. */
function InUnits({ told, tokens }: Tokens & { told: Cleartext }) {
  const token = AMOUNTS.includes(told.source) ? tokens.get(told.contract.hash) : undefined;
  if (token === undefined || !/^\d+$/.test(told.value)) return null;
  return (
    <span className="text-sm">
      <PublicAmount amount={told.value} token={token} />
    </span>
  );
}

function Erc20Amount({ of, tokens }: Tokens & { of: FheHandle['public_amounts'][number] }) {
  const token = tokens.get(of.token.hash);
  if (token !== undefined)
    return (
      <span className="text-ink">
        <PublicAmount amount={of.amount} token={token} />
      </span>
    );
  return rich('{amount} units of {token}', {
    amount: <b className="figure font-semibold text-ink">{groupDigits(BigInt(of.amount))}</b>,
    token: <NamedAddress address={of.token} />,
  });
}

const REASONS: Readonly<Record<Cleartext['source'], Msg>> = {
  TrivialEncrypt: msg('Exact: encrypted from a plaintext that the transaction shows.'),
  PublicDecryptionVerified: msg(
    'Reported: a contract says that its public decryption was verified; signatures were not checked here.',
  ),
  UnwrapFinalized: msg('Reported: the token paid this amount out when it was unwrapped.'),
  AmountDisclosed: msg('Reported: the token disclosed this amount.'),
  Wrap: msg('Reported: the token says that this amount was wrapped.'),
  FallbackGrantedPlaintext: msg(
    'Fallback: governance of the bridge named this value for use where the encrypted one is missing; it need not be the encrypted value.',
  ),
};
const VERIFIED = msg(
  'Verified: KMSVerifier was called with this value and did not revert, as traces of the transaction show. It reverts unless signers of the KMS signed the value.',
);

/** Why a value is public. */
export const reasonOf = ({ source, certainty }: Cleartext) =>
  certainty === 'verified' ? VERIFIED : REASONS[source];
