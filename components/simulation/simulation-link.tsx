'use client';

import { useEffect, useState } from 'react';
import { t } from '@/lib/language/t';
import { readTexts } from './simulation-fields';

const MARK = '#in=';

type Props = { form: string; path: string };

/** A link with all that the form has, behind the `#`: it reaches no server. It fills in the form of a page that it leads to. */
export function SimulationLink({ form: id, path }: Props) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    const fill = () => fillIn(findForm(id), window.location.hash);
    fill();
    window.addEventListener('hashchange', fill);
    return () => window.removeEventListener('hashchange', fill);
  }, [id]);
  const copy = async () => {
    const form = findForm(id);
    if (!form) return;
    const texts = Object.entries(readTexts(new FormData(form).entries())).filter(([, text]) => text !== '');
    const search = window.location.search;
    const link = `${path}${search}${MARK}${encodeURIComponent(JSON.stringify(Object.fromEntries(texts)))}`;
    window.history.replaceState(window.history.state, '', link);
    await navigator.clipboard?.writeText(new URL(link, window.location.href).href).catch(() => undefined);
    setCopied(true);
  };
  return (
    <button
      type="button"
      onClick={copy}
      className="needs-script h-8 rounded-sm border border-edge px-3 font-medium hover:bg-hover"
    >
      {isCopied ? t('Link copied') : t('Copy a link to this input')}
    </button>
  );
}

function findForm(id: string): HTMLFormElement | undefined {
  const form = document.getElementById(id);
  return form instanceof HTMLFormElement ? form : undefined;
}

function fillIn(form: HTMLFormElement | undefined, hash: string): void {
  if (!form || !hash.startsWith(MARK)) return;
  for (const [name, text] of Object.entries(readLink(hash.slice(MARK.length)))) {
    const field = form.elements.namedItem(name);
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    if (isText || field instanceof RadioNodeList) field.value = text;
    if (isText)
      for (let at = field.closest('details'); at; at = at.parentElement?.closest('details') ?? null)
        at.open = true;
  }
}

/** Whoever made the link may have written anything. */
function readLink(text: string) {
  try {
    const json: unknown = JSON.parse(decodeURIComponent(text));
    return readTexts(Object.entries(Object(json)));
  } catch {
    return {};
  }
}
