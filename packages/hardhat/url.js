/** Where the explorer is. */
export const explorerUrl = (process.env.ASTROLABE_URL || 'http://localhost:3000').replace(/\/+$/, '');
