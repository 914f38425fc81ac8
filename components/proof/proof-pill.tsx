import { ApiMessage } from '@/components/ui/api-message';
import { Pill, type Tone } from '@/components/ui/pill';
import { rich } from '@/components/ui/rich';
import type { Block } from '@/lib/endpoints/block';
import { type Msg, msg, t } from '@/lib/language/t';
import { reasonOf, writeMessage } from '@/lib/messages/message';

type Proof = NonNullable<Block['proof']>;

const STATES: Readonly<Record<Proof['status'], { tone: Tone; text: Msg; meaning: Msg }>> = {
  proven: {
    tone: 'ok',
    text: msg('Proven'),
    meaning: msg(
      'Header, transactions, senders, receipts and logs are proven by the block hash: the node could not have altered them.',
    ),
  },
  unproven: {
    tone: 'neutral',
    text: msg('Not proven'),
    meaning: msg('Stored as reported by the node. Open the proof to check it now.'),
  },
  unprovable: {
    tone: 'neutral',
    text: msg('Not provable'),
    meaning: msg('Stored as reported by the node: part of it cannot be checked against the block hash.'),
  },
};

/** Whether the index has proven a block, with a link to the proof; nothing for an API that does not say. */
export function ProofPill({ proof, href }: { proof: Block['proof']; href: string }) {
  if (proof === null) return null;
  const { tone, text, meaning } = STATES[proof.status];
  // one title has one language: a reason in another stands on the page, with the meaning
  const why = reasonOf(proof);
  const { text: reason, lang } = why === undefined ? { text: '', lang: 'en' } : writeMessage(why);
  const title = [t(meaning), ...(lang === undefined ? [t('Reason: {reason}.', { reason })] : [])].join(' ');
  return (
    <a href={href} rel="nofollow" title={title} className="hover:no-underline">
      <Pill tone={tone} {...(proof.status === 'proven' && { icon: 'check' })}>
        {t(text)}
      </Pill>
    </a>
  );
}

/** What the state of a block's proof means, in words. */
export function ProofMeaning({ proof, href }: { proof: Proof; href: string }) {
  const { text, meaning } = STATES[proof.status];
  return (
    <>
      <a href={href} rel="nofollow">
        {t(text)}
      </a>
      . {t(meaning)}
      {proof.reason !== null && (
        <> {rich('Reason: {reason}.', { reason: <ApiMessage of={reasonOf(proof)} /> })}</>
      )}
    </>
  );
}
