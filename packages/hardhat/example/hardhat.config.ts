import { defineConfig } from 'hardhat/config';
import astrolabe from 'hardhat-astrolabe';

export default defineConfig({
  plugins: [astrolabe],
  solidity: {
    version: process.env.SOLC_VERSION ?? '0.8.28',
    path: process.env.SOLC_PATH,
    settings: { evmVersion: 'paris' },
  },
  networks: { tested: { type: 'http', url: process.env.NODE_URL ?? 'http://127.0.0.1:8545' } },
});
