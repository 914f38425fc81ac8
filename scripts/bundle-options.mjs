/** esbuild's options for a module that runs in the oldest release of Node that is supported, its packages beside it. */
export const BUNDLE = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.9',
  packages: 'external',
};
