/** A page of a list, as the API answers it. */
export type Page<Item> = Readonly<{ items: readonly Item[]; next_page_params?: object | null }>;
/** An answer to a list: a page if its status is 200. */
export type ListAnswer = Readonly<{ status: number; data: unknown }>;
/** The page in an answer. */
export type PageOf<Answer extends ListAnswer> = Extract<Answer, { status: 200 }>['data'];
/** The items of an answer's page. */
export type ItemOf<Answer extends ListAnswer> = PageOf<Answer> extends Page<infer Item> ? Item : never;

/** An answer that is no page: what was answered instead is in `answer`. */
export class ListError extends Error {
  readonly answer: ListAnswer;

  constructor(answer: ListAnswer) {
    super(`a list was answered with ${answer.status}`);
    this.name = 'ListError';
    this.answer = answer;
  }
}

/**
 * The pages of a list, one after the other; `query` holds filters and page size. Throws ListError for another status.
 * `for await (const { items } of pagesOf((page) => listBlocks('1', page), {}))`
 */
export async function* pagesOf<Query extends object, Answer extends ListAnswer>(
  read: (query: Query) => Promise<Answer>,
  query: Query,
): AsyncGenerator<PageOf<Answer> & Page<ItemOf<Answer>>, void> {
  let next: Query | undefined = query;
  while (next !== undefined) {
    const answer: Answer = await read(next);
    if (!isPage<Answer>(answer)) throw new ListError(answer);
    yield answer.data;
    const cursor = answer.data.next_page_params;
    next = cursor ? Object.assign({}, query, toParameters(cursor)) : undefined;
  }
}

/** The items of all pages of a list, as `pagesOf`. */
export async function* itemsOf<Query extends object, Answer extends ListAnswer>(
  read: (query: Query) => Promise<Answer>,
  query: Query,
): AsyncGenerator<ItemOf<Answer>, void> {
  for await (const { items } of pagesOf(read, query)) yield* items;
}

function isPage<Answer extends ListAnswer>(
  answer: Answer,
): answer is Answer & { data: PageOf<Answer> & Page<ItemOf<Answer>> } {
  const { data } = answer;
  return answer.status === 200 && typeof data === 'object' && data !== null && 'items' in data;
}

/** `next_page_params` by the names that the functions take: `block_number` is `blockNumber`. */
function toParameters(cursor: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(cursor)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), value]),
  );
}
