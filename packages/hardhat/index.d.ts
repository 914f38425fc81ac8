import type { HardhatPlugin } from 'hardhat/types/plugins';

declare const plugin: HardhatPlugin;
export default plugin;
