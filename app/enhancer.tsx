'use client';

import { Enhancer } from '@/components/layout/enhancer';
import PageError from './error';

/** The enhancer with the error boundary in its script: by itself that would be a request of every page. */
export function PageEnhancer() {
  return <Enhancer others={[PageError]} />;
}
