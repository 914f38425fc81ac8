/** Reads a body; undefined when it has more than `maxBytes`, without reading the rest. */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.length;
    if (size > maxBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
