import { type Message, writeMessage } from '@/lib/messages/message';
import { Written } from './written';

/** A sentence of the API in the language of the page, or marked as English. Nothing without one. */
export function ApiMessage({ of: message }: { of: Message | null | undefined }) {
  return message == null ? null : <Written {...writeMessage(message)} />;
}
