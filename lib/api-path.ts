/** Paths that the pages forward to the API: below any first segment (the API rejects unknown chains); `/docs/api` belongs to the site. */
export const API_PATH =
  /^(\/[^/]+)?\/(api\/v2|stats-service)(\/|$)|^(\/\d+|\/v2)?\/api(\/|$)|^(\/\d+)?\/(json-rpc|socket\/v2\/websocket)$|^\/(openapi\.json|mcp)$|^\/v2\/(verify|contracts?)\/./;
