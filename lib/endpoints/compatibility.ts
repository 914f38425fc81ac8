import { ADDITIONS, isOffered, reasonOf, UPSTREAM_GROUPS } from './upstream';

/** The text of `docs/compatibility.md`: every operation that Blockscout documents, here or why not. */
export function formatCompatibility(): string {
  const all = UPSTREAM_GROUPS.flatMap(({ prefix, paths }) => paths.map((path) => prefix + path));
  const offered = all.filter(isOffered).length;
  const sections = UPSTREAM_GROUPS.map(({ name, prefix, paths }) => {
    const rows = paths.map((path) => `| \`${path || '?module=…&action=…'}\` | ${describe(prefix + path)} |`);
    return `## ${name}\n\nBelow \`${prefix}\`:\n\n| operation | here |\n|---|---|\n${rows.join('\n')}\n`;
  });
  const added = [...ADDITIONS].sort().map((path) => `- \`${path}\``);
  return `${HEAD.replace('%', `**${offered} of ${all.length}**`)}\n${sections.join('\n')}\n## Additions\n\nOperations of this API that Blockscout does not have:\n\n${added.join('\n')}\n`;
}

const HEAD = `# Compatibility with Blockscout

Of the read operations that Blockscout documents (REST API 11.2 and its statistics service), % are here, with the same names and types; answers may have more fields. \`{}\` is a parameter. Where the API behaves differently: [api.md](api.md).

This page is generated: \`node scripts/compatibility.mjs\` compares the list of names in \`lib/endpoints/upstream.ts\` with the endpoints.
`;

function describe(path: string): string {
  return isOffered(path) ? 'yes' : `no: ${reasonOf(path) ?? ''}`;
}
