import { expect, test } from 'vitest';
import { startMarkupHandover, wantsDocument } from './markup-handover';

test('keeps what a document has written until its response ends', async () => {
  const handover = startMarkupHandover('web');
  const [first, second] = await Promise.all(
    ['<b>1</b>', '<b>2</b>'].map((html) =>
      handover.run({ isDocument: true }, async (end) => {
        await Promise.resolve();
        return { id: handover.keep(html) ?? '', end };
      }),
    ),
  );
  expect(handover.find(first?.id ?? '')).toBe('<b>1</b>');
  expect(handover.find(second?.id ?? '')).toBe('<b>2</b>');
  first?.end();
  expect(handover.find(first?.id ?? '')).toBeUndefined();
  expect(handover.find(second?.id ?? '')).toBe('<b>2</b>');
});

test('keeps nothing of a navigation, outside of a request, or after the response', () => {
  const handover = startMarkupHandover('web');
  expect(handover.keep('<b>1</b>')).toBeUndefined();
  handover.run({ isDocument: false }, () => expect(handover.keep('<b>1</b>')).toBeUndefined());
  handover.run({ isDocument: true }, (end) => {
    end();
    expect(handover.keep('<b>1</b>')).toBeUndefined();
  });
});

test('a page that a form draws again by a script is no document', () => {
  expect(wantsDocument({ accept: '*/*' })).toBe(true);
  expect(wantsDocument({ rsc: '1' })).toBe(false);
  expect(wantsDocument({ 'next-action': '7f' })).toBe(false);
});
