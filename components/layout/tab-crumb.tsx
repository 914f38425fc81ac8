'use client';

import { useSelectedLayoutSegment } from 'next/navigation';

type Props = {
  /** Path and name of the entity. */
  base: string;
  text: string;
  /** Names of its tabs by path; the first has none. */
  tabs: Readonly<Record<string, string>>;
};

/** The end of a trail on a page with tabs: the entity, and behind it the tab if it is not the first. */
export function TabCrumb({ base, text, tabs }: Props) {
  const tab = tabs[useSelectedLayoutSegment() ?? ''];
  return (
    <>
      <li aria-current={tab === undefined ? 'page' : undefined} className="wrap-any min-w-0">
        {tab === undefined ? (
          <bdi>{text}</bdi>
        ) : (
          <a href={base}>
            <bdi>{text}</bdi>
          </a>
        )}
      </li>
      {tab !== undefined && <li aria-current="page">{tab}</li>}
    </>
  );
}
