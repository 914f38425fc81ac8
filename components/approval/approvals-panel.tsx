import { AddressLabel } from '@/components/chain/address';
import { Amount, ShortNumber } from '@/components/chain/amount';
import { Disclosure } from '@/components/ui/disclosure';
import { Panel } from '@/components/ui/panel';
import { Pill } from '@/components/ui/pill';
import { rich } from '@/components/ui/rich';
import type { Address } from '@/lib/endpoints/address-mention';
import type { Token } from '@/lib/endpoints/token';
import type { Transaction } from '@/lib/endpoints/transaction';
import type { LoggedApproval } from '@/lib/endpoints/transaction-overview';
import { parseDecimals } from '@/lib/format/amount';
import { formatUtc } from '@/lib/format/time';
import { t } from '@/lib/language/t';
import { TokenLabel, type TokenName } from '../token/token-label';
import { NftLabel } from '../token-transfer/nft-label';
import { isPermit } from '../transaction/is-permit';
import { roleOf } from '../transaction/role-of';

const SHOWN = 20;

type Props = {
  approvals: readonly LoggedApproval[];
  transaction: Transaction;
  /** Known addresses, by their hash in lower case. */
  names: ReadonlyMap<string, Address>;
  /** Known tokens by address. */
  tokens: ReadonlyMap<string, Token>;
  lookAlikes: ReadonlySet<string>;
  /** Whether there may be more: only the first logs were read. */
  isPart: boolean;
  /** The logs of approvals. */
  logsHref: string;
};

/** The approvals of this transaction, in words. */
export function ApprovalsPanel({ approvals, isPart, logsHref, ...of }: Props) {
  if (approvals.length === 0) return null;
  const rest = approvals.slice(SHOWN);
  return (
    <Panel
      title={t('Approvals')}
      id="approvals"
      aside={t('{count, plural, one {# approval} other {# approvals}}', { count: approvals.length })}
    >
      <Sentences approvals={approvals.slice(0, SHOWN)} {...of} />
      {rest.length > 0 && (
        <div className="border-t border-line">
          <Disclosure
            title={t('{count, plural, one {# more approval} other {# more approvals}}', {
              count: rest.length,
            })}
          >
            <div className="border-t border-line">
              <Sentences approvals={rest} {...of} />
            </div>
          </Disclosure>
        </div>
      )}
      {isPart && (
        <p className="border-t border-line px-4 py-2 text-xs text-faint">
          {rich('Only the first approval logs were read. <link>The Logs tab lists all of them.</link>', {
            link: (words) => <a href={logsHref}>{words}</a>,
          })}
        </p>
      )}
    </Panel>
  );
}

type ApprovalContext = Pick<Props, 'transaction' | 'names' | 'tokens' | 'lookAlikes'>;

function Sentences({ approvals, ...of }: ApprovalContext & { approvals: readonly LoggedApproval[] }) {
  return (
    <ul className="divide-y divide-line">
      {approvals.map((approval) => (
        <li
          key={approval.log_index}
          className="flex flex-wrap items-center gap-x-1.5 gap-y-1 px-4 py-2 text-sm"
        >
          <Sentence approval={approval} {...of} />
        </li>
      ))}
    </ul>
  );
}

type SentenceProps = ApprovalContext & { approval: LoggedApproval };

function Sentence({ approval, transaction, names, tokens, lookAlikes }: SentenceProps) {
  const { owner, spender, kind, is_given: isGiven, token_id: id } = approval;
  const label = (hash: string) => {
    const address = names.get(hash.toLowerCase()) ?? { hash, name: null, is_contract: null };
    return <AddressLabel address={address} part={roleOf(address, transaction)} lookAlikes={lookAlikes} />;
  };
  const token = tokens.get(approval.token);
  const named = token ?? namelessOf(approval, names);
  return (
    <>
      {label(owner)}
      {kind === 'nft' && !isGiven ? (
        <span>
          {rich('cleared any approval for {nft}', {
            nft: <NftLabel token={named} id={id ?? ''} />,
          })}
        </span>
      ) : (
        <>
          <span>{isGiven ? t('allows') : t('no longer allows')}</span>
          {label(spender)}
          <span className="wrap-any">
            <Limit {...{ approval, token, named }} />
            <Until end={isGiven ? approval.valid_until : null} />
          </span>
        </>
      )}
      {isPermit(approval, transaction) && (
        <Pill title={t('Granted by a signature in the call, not by a transaction from the owner')}>
          {t('permit')}
        </Pill>
      )}
      {kind !== 'nft' && !isGiven && <Pill>{t('revoked or used up')}</Pill>}
    </>
  );
}

type LimitProps = { approval: LoggedApproval; token: Token | undefined; named: TokenName };

function Limit({ approval, token, named }: LimitProps) {
  const { kind, limit, token_id: id } = approval;
  if (kind === 'nft')
    return <>{rich('to transfer {nft}', { nft: <NftLabel token={named} id={id ?? ''} /> })}</>;
  const name = <TokenLabel token={named} />;
  if (kind === 'all') return <>{rich('to transfer all its {name}', { name })}</>;
  const amount = BigInt(limit ?? 0);
  if (amount === 0n) return <>{rich('to spend {name}', { name })}</>;
  if (approval.is_unlimited)
    return (
      <>
        {rich('to spend <strong>unlimited</strong> {name}', {
          strong: (words) => (
            <ShortNumber value={amount} className="font-medium text-pending">
              {words}
            </ShortNumber>
          ),
          name,
        })}
      </>
    );
  return (
    <>
      {rich('to spend up to {amount} {token}', {
        amount: (
          <Amount
            value={amount}
            decimals={parseDecimals(token?.decimals ?? null)}
            isExact
            className="font-medium"
          />
        ),
        token: name,
      })}
    </>
  );
}

function Until({ end }: { end: string | null }) {
  if (end === null) return null;
  return <> {rich('until {time}', { time: <time dateTime={end}>{formatUtc(end)}</time> })}</>;
}

function namelessOf({ token, contract }: LoggedApproval, names: Props['names']) {
  const isEmitter = token.toLowerCase() === contract.toLowerCase();
  const name = isEmitter ? (names.get(token.toLowerCase())?.name ?? null) : null;
  return { address_hash: token, name, symbol: null };
}
