'use client';

import { type ComponentProps, useLayoutEffect, useState } from 'react';

/** A textarea that keeps what is typed before hydration: React gives it its default value again then, unlike an input. */
export function TextArea(props: ComponentProps<'textarea'> & { id: string }) {
  const { id } = props;
  const [typed] = useState(() => {
    if (typeof document === 'undefined') return undefined;
    const element = document.getElementById(id);
    return element instanceof HTMLTextAreaElement ? { element, value: element.value } : undefined;
  });
  useLayoutEffect(() => {
    // another element where the page was drawn here
    if (typed && document.getElementById(id) === typed.element) typed.element.value = typed.value;
  }, [id, typed]);
  return <textarea {...props} />;
}
