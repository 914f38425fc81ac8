import { forgetGone, readWatched, storeWatched } from '@/components/search/visitor-data';

/** Shows in the buttons of these elements what is watched. Of an address whose page is open everything is seen. */
export function showWatched(root: ParentNode): void {
  const buttons = root.querySelectorAll<HTMLElement>('[data-watch]');
  if (buttons.length === 0) return;
  for (const button of buttons) forgetOld(button);
  const watched = readWatched();
  for (const button of buttons) {
    const { watch: key = '', seen } = button.dataset;
    const isWatched = watched[key] !== undefined;
    button.setAttribute('aria-pressed', String(isWatched));
    if (isWatched && seen !== undefined) storeWatched({ ...readWatched(), [key]: Number(seen) });
  }
}

function forgetOld({ dataset: { begun, begunTo } }: HTMLElement): boolean {
  const [chain, reset] = begun?.split('/') ?? [];
  if (chain === undefined || reset === undefined) return false;
  return forgetGone(chain, reset, begunTo === undefined ? undefined : Number(begunTo));
}

/** A click on a button that watches an address or stops it, or that marks all of a chain as seen. */
export function changeWatched(target: Element): void {
  const button = target.closest('[data-watch]');
  if (button instanceof HTMLElement) toggle(button);
  const all = target.closest('[data-see-all]');
  if (!(all instanceof HTMLElement)) return;
  const { seeAll: chain = '', seen } = all.dataset;
  const marked = Object.entries(readWatched()).map(([key, block]) => [
    key,
    key.startsWith(`${chain}/`) ? Number(seen) : block,
  ]);
  if (storeWatched(Object.fromEntries(marked))) followWatchList();
}

function toggle(button: HTMLElement): void {
  const { watch: key = '', since } = button.dataset;
  const { [key]: known, ...others } = readWatched();
  const isWatched = known === undefined;
  const isStored = storeWatched(isWatched ? { [key]: Number(since), ...others } : others);
  button.toggleAttribute('data-refused', !isStored);
  if (isStored) button.setAttribute('aria-pressed', String(isWatched));
}

/** Opens the watch list with what is watched now, or shows that nothing is; a list that is a link stays then. */
export function followWatchList(): void {
  const list = document.querySelector('[data-watchlist]');
  if (!(list instanceof HTMLElement)) return;
  const isGone = forgetOld(list);
  const { watchlist: chain = '', shown = '' } = list.dataset;
  const wanted = Object.entries(readWatched())
    .filter(([key]) => key.startsWith(`${chain}/`))
    .map(([key, block]) => `${key.slice(chain.length + 1)}:${block}`)
    .join();
  if (wanted !== '' && wanted !== shown) location.replace(`?watched=${wanted}`);
  else if (isGone && shown !== '') location.replace('?');
  for (const empty of list.querySelectorAll<HTMLElement>('[data-none]')) empty.hidden = wanted !== '';
}
