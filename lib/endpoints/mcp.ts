/** Path of the Model Context Protocol, for all chains. */
export const MCP_PATH = '/mcp';
/** Bytes of a request; characters of an answer and of one text in it; default rows of a page. */
export const MCP_LIMITS = { body: 64 * 1024, answer: 24_000, text: 400, rows: 10 } as const;
