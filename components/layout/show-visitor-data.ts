import { readLabels } from '@/components/search/visitor-data';
import { formatUtcShort } from '@/lib/format/time';
import { showWatched } from './follow-watched';

/** Shows the visitor's labels and time format, now and in what is added later; returns how to stop. */
export function showVisitorData(): () => void {
  const labels = new Map(Object.entries(readLabels()));
  const show = (root: ParentNode) => {
    showTimes(root);
    showLabels(root, labels);
    showWatched(root);
  };
  show(document);
  const observer = new MutationObserver((changes) => {
    for (const change of changes)
      for (const node of change.addedNodes) if (node instanceof Element) show(node);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Writes absolute times as chosen; the server writes them in UTC. */
export function showTimes(root: ParentNode): void {
  const style = document.documentElement.dataset.time;
  if (style === undefined) return;
  for (const element of root.querySelectorAll('.when-absolute')) {
    const text = formatAs(style, element.closest('time')?.dateTime ?? '');
    if (element.textContent !== text) element.textContent = text;
  }
}

function formatAs(style: string, iso: string): string {
  const date = new Date(iso);
  if (style === 'absolute' || Number.isNaN(date.getTime())) return formatUtcShort(iso);
  if (style === 'iso') return `${date.toISOString().slice(0, 19)}Z`;
  // this locale writes dates as ISO 8601 does
  return date.toLocaleString('sv-SE');
}

/** Labels the root itself, too: an address may be added alone. */
function showLabels(root: ParentNode, labels: ReadonlyMap<string, string>): void {
  if (labels.size === 0) return;
  for (const element of [root, ...root.querySelectorAll('[data-same]')]) {
    if (!(element instanceof HTMLElement)) continue;
    const label = labels.get(element.dataset.same ?? '');
    if (label !== undefined) element.dataset.label = label;
  }
}
