import { expect, type Page } from '@playwright/test';
import { expectAccessible, overflowOf } from './checks';

/** Turns the open page: nothing is wider than its window, less accessible, or in another order than it is read. */
export async function expectRightToLeft(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflowOf(page), `${path} at ${width}`).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page);
  expect(await startsAtTheRight(page), path).toBe(true);
  expect(await page.evaluate(findDisorder), path).toEqual([]);
}

/** The heading stands at the right, and a hash is read from the left. */
function startsAtTheRight(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const heading = document.querySelector('h1')?.getBoundingClientRect();
    const hashes = [...document.querySelectorAll('.mono, .short-hash')];
    return (
      heading !== undefined &&
      heading.left + heading.right > window.innerWidth &&
      hashes.every((one) => getComputedStyle(one).unicodeBidi === 'plaintext')
    );
  });
}

/** Amounts whose unit, or signed numbers whose sign, is on the wrong side. Runs in the page. */
function findDisorder(): string[] {
  const AMOUNT = /^[−+]?\d[\d,.]*\s(ETH|Gwei|wei|HCU|WETH|ORB)$/;
  const boxOf = (node: Text, at: number) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  const isTurned = (first: DOMRect, last: DOMRect) =>
    first.width > 0 && last.width > 0 && Math.abs(first.bottom - last.bottom) < 6 && first.left > last.left;
  const textsOf = (root: Element) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    return texts.filter(({ data, parentElement }) => data.trim() !== '' && !parentElement?.closest('svg'));
  };
  const main = document.querySelector('main') ?? document.body;
  const signs = textsOf(main).flatMap((node) =>
    [...node.data.matchAll(/(?<!\w)[−+](?=\d)/g)]
      .filter(({ index }) => isTurned(boxOf(node, index), boxOf(node, index + 1)))
      .map(() => node.data),
  );
  const units = [...main.querySelectorAll('*')].filter((one) => {
    if (!AMOUNT.test((one.textContent ?? '').trim())) return false;
    const texts = textsOf(one);
    const [start, end] = [texts[0], texts.at(-1)];
    if (start === undefined || end === undefined) return false;
    return isTurned(boxOf(start, start.data.search(/\S/)), boxOf(end, end.data.trimEnd().length - 1));
  });
  return [...signs, ...units.map(({ outerHTML }) => outerHTML.slice(0, 200))];
}
