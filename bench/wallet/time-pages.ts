type Page = Readonly<{ name: string; url: string }>;

/** A Markdown table of pages: the first visit, the median of the others, and the HTML. Throws for one that fails. */
export async function timePages(pages: readonly Page[], rounds: string): Promise<string> {
  const rows = [];
  for (const page of pages) rows.push(await timePage(page, Number(rounds)));
  return ['| page | first, s | others, s | HTML, KB |', '|---|---:|---:|---:|', ...rows].join('\n');
}

async function timePage({ name, url }: Page, rounds: number): Promise<string> {
  const first = await visit(url);
  const others = [];
  for (let round = 0; round < rounds; round += 1) others.push((await visit(url)).seconds);
  const median = others.sort((one, other) => one - other)[others.length >> 1] ?? first.seconds;
  const cells = [name, first.seconds.toFixed(2), median.toFixed(2), (first.bytes / 1024).toFixed(0)];
  return `| ${cells.join(' | ')} |`;
}

async function visit(url: string): Promise<{ seconds: number; bytes: number }> {
  const begun = performance.now();
  const response = await fetch(url);
  const bytes = (await response.arrayBuffer()).byteLength;
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return { seconds: (performance.now() - begun) / 1000, bytes };
}
