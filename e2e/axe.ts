import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Findings = { violations: { id: string; nodes: { html: string }[] }[]; passes: unknown[] };

/** Fails for everything that axe finds on a page. */
export async function checkByAxe(page: Page): Promise<void> {
  // evaluated over the debugging protocol: the page's own policy forbids scripts of others
  await page.evaluate(AXE);
  const { violations, passes }: Findings = await page.evaluate('axe.run()');
  expect(passes.length).toBeGreaterThan(20);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  expect(found).toEqual([]);
}
