/** What stands between the words: in a plural, numbers are written as the language writes them. */
export type Values = Readonly<Record<string, string | number | bigint>>;

type Node =
  | string
  | Readonly<{ name: string }>
  | Readonly<{ count: string }>
  | Readonly<{ name: string; isPlural: boolean; cases: Readonly<Record<string, readonly Node[]>> }>
  | Readonly<{ tag: string; inner: readonly Node[] }>;

/** How a message is put together: what a name stands for, what is around the words in a tag, and the parts joined. */
export type Build<T> = Readonly<{
  value(name: string): T;
  tag(name: string, inner: T): T;
  join(parts: readonly (string | T)[]): T;
  /** The value that chooses a case. */
  choice(name: string): string | number | bigint;
}>;

const PARSED = new Map<string, readonly Node[]>();
/** An opening or closing tag, a brace, the sign for the number of a plural. */
const MARK = /<\/?[a-z]\w*>|[{}#]/gi;
const CASE = /\s*(=\d+|\w+)\s*\{/y;
const ARGUMENT = /\s*(\w+)\s*(?:,\s*(?:(plural|select)\s*,|(number)))?/y;

/**
 * Puts a message together: ICU's `{name}`, `{n, number}`, `{n, plural, one {# block} other {# blocks}}` and `{x, select, …}`, and
 * `<tag>words</tag>`; no quotes. `locale` is a BCP 47 tag. Throws a SyntaxError for a message that is none.
 */
export function buildMessage<T>(message: string, locale: string, build: Build<T>): T {
  let nodes = PARSED.get(message);
  if (nodes === undefined) {
    nodes = new Parser(message).parse();
    PARSED.set(message, nodes);
  }
  return joinNodes(nodes, locale, build);
}

/** `buildMessage` for plain text, in which tags are left out. */
export function formatMessage(message: string, locale: string, values: Values): string {
  if (!/[{}<]/.test(message)) return message;
  return buildMessage<string>(message, locale, {
    value: (name) => String(values[name] ?? ''),
    tag: (_, inner) => inner,
    join: (parts) => parts.join(''),
    choice: (name) => values[name] ?? '',
  });
}

function joinNodes<T>(nodes: readonly Node[], locale: string, build: Build<T>): T {
  return build.join(
    nodes.map((node) => {
      if (typeof node === 'string') return node;
      if ('tag' in node) return build.tag(node.tag, joinNodes(node.inner, locale, build));
      if ('count' in node) return formatInteger(locale, build.choice(node.count));
      if (!('cases' in node)) return build.value(node.name);
      return joinNodes(
        chooseCase(node.cases, locale, [build.choice(node.name), node.isPlural]),
        locale,
        build,
      );
    }),
  );
}

function chooseCase(
  cases: Readonly<Record<string, readonly Node[]>>,
  locale: string,
  [value, isPlural]: readonly [string | number | bigint, boolean],
): readonly Node[] {
  const name = isPlural ? pluralRules(locale).select(Number(value)) : String(value);
  return (isPlural ? cases[`=${value}`] : undefined) ?? cases[name] ?? cases.other ?? [];
}

const RULES = new Map<string, Intl.PluralRules>();

function pluralRules(locale: string): Intl.PluralRules {
  const known = RULES.get(locale) ?? new Intl.PluralRules(locale);
  RULES.set(locale, known);
  return known;
}

const INTEGERS = new Map<string, Intl.NumberFormat>();

/** An integer with the separators of the language. */
function formatInteger(locale: string, value: string | number | bigint): string {
  const known = INTEGERS.get(locale) ?? new Intl.NumberFormat(`${locale}-u-nu-latn`);
  INTEGERS.set(locale, known);
  return known.format(typeof value === 'string' ? Number(value) : value);
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): readonly Node[] {
    const nodes = this.#nodes(undefined, undefined);
    if (this.#at < this.#text.length) throw this.#error();
    return nodes;
  }

  /** Up to the closing brace or tag that ends them, or to the end of the text. */
  #nodes(end: string | undefined, count: string | undefined): Node[] {
    const nodes: Node[] = [];
    for (;;) {
      MARK.lastIndex = this.#at;
      const mark = MARK.exec(this.#text);
      const words = this.#text.slice(this.#at, mark?.index);
      if (words !== '') nodes.push(words);
      this.#at = mark === null ? this.#text.length : mark.index + mark[0].length;
      if (mark?.[0] === end) return nodes;
      if (mark === null || mark[0] === '}' || mark[0].startsWith('</')) throw this.#error();
      nodes.push(this.#node(mark[0], count));
    }
  }

  #node(mark: string, count: string | undefined): Node {
    if (mark === '#') return count === undefined ? mark : { count };
    if (mark !== '{') {
      const tag = mark.slice(1, -1);
      return { tag, inner: this.#nodes(`</${tag}>`, count) };
    }
    const [, name = '', kind, number] = this.#expect(ARGUMENT);
    if (kind === undefined) {
      this.#expect(/\s*\}/y);
      return number === undefined ? { name } : { count: name };
    }
    const cases: Record<string, readonly Node[]> = {};
    while (!/^\s*\}/.test(this.#text.slice(this.#at))) {
      const [, of = ''] = this.#expect(CASE);
      cases[of] = this.#nodes('}', kind === 'plural' ? name : count);
    }
    this.#expect(/\s*\}/y);
    return { name, isPlural: kind === 'plural', cases };
  }

  #expect(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) throw this.#error();
    this.#at = pattern.lastIndex;
    return found;
  }

  #error(): SyntaxError {
    return new SyntaxError(`not a message, at character ${this.#at}: ${this.#text}`);
  }
}
