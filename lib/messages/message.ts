import { isEnglish } from '@/lib/language/current-language';
import { formatMessage } from '@/lib/language/format-message';
import { t } from '@/lib/language/t';
import { TEXTS } from './texts';

/** Names a sentence that the API says. */
export type MessageCode = keyof typeof TEXTS;
/** What the names in braces stand for. */
export type MessageParams = Readonly<Record<string, string | number>>;
/** A sentence in English, with what another language needs to say it; without a code one of somebody else's. */
export type Message = Readonly<{
  message: string;
  code?: string | undefined;
  params?: MessageParams | undefined;
}>;

/** A sentence of the API. */
export function message(code: MessageCode, params: MessageParams = {}): Message {
  return { message: formatMessage(TEXTS[code].english, 'en', params), code, params };
}

/** A sentence in an answer that calls it a reason; null where there is none. */
export function asReason(why: Message | undefined) {
  const { message: reason = null, ...rest } = why ?? {};
  return { reason, ...rest };
}

/** The reason in an answer, as a sentence. */
export function reasonOf(
  answer: Pick<Message, 'code' | 'params'> & { reason: string | null },
): Message | undefined {
  return answer.reason === null ? undefined : { ...answer, message: answer.reason };
}

/** A sentence as a page writes it; with a language if it is not that of the page. */
export type WrittenMessage = Readonly<{ text: string; lang?: 'en' }>;

/** A sentence of an API in the language of the request; one without a known code as it came. */
export function writeMessage({ message: text, code, params }: Message): WrittenMessage {
  if (isEnglish()) return { text };
  return isKnown(code) ? { text: t(TEXTS[code], params) } : { text, lang: 'en' };
}

const isKnown = (code: string | undefined): code is MessageCode =>
  code !== undefined && Object.hasOwn(TEXTS, code);

/** A sentence as one text, to be stored; undone by `parseMessage`. */
export function serializeMessage({ message: text, code, params }: Message): string {
  return code === undefined ? text : JSON.stringify({ code, params });
}

/** A stored sentence; undefined where there is none. */
export function parseMessage(stored: string | null): Message | undefined {
  if (stored === null) return undefined;
  if (stored.startsWith('{"code":')) {
    const { code, params } = JSON.parse(stored);
    if (isKnown(code)) return message(code, params);
  }
  return { message: stored };
}
