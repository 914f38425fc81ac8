import { task } from 'hardhat/config';

/** The task `explorer`, and a link for each transaction. */
export default {
  id: 'hardhat-astrolabe',
  npmPackage: 'hardhat-astrolabe',
  hookHandlers: { network: () => import('./network.js') },
  tasks: [
    task('explorer', 'Opens the block explorer of this project')
      .setAction(() => import('./explorer.js'))
      .build(),
  ],
};
