export const BUNDLE: {
  bundle: true;
  format: 'esm';
  platform: 'node';
  target: 'node20.9';
  packages: 'external';
};
