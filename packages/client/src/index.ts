export * from './api.ts';
export { type Connection, connect } from './connect.ts';
export {
  type ItemOf,
  itemsOf,
  type ListAnswer,
  ListError,
  type Page,
  type PageOf,
  pagesOf,
} from './pages.ts';
export { type RetryRules, retrying } from './retry.ts';
