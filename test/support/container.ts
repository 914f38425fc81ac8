import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { hasDebianPackage } from './debian-package';

type Ending = { code: number | null; output: string };
/** Images and containers of a test run, in their own folder. */
export type ContainerStore = Readonly<{
  build(target: 'production' | 'demo'): Ending & { image: string };
  podman(...args: readonly string[]): Ending;
  run(options: ContainerOptions): Ending;
  /** Starts a container; it is removed with the store. */
  start(options: ContainerOptions & { name: string }): void;
  remove(): void;
}>;
type ContainerOptions = Readonly<{
  image: string;
  command?: readonly string[];
  entrypoint?: string;
  environment?: Readonly<Record<string, string | number>>;
  volume?: string;
}>;

const PACKAGES = {
  buildah: '/usr/bin/buildah',
  debootstrap: '/usr/sbin/debootstrap',
  podman: '/usr/bin/podman',
  runc: '/usr/sbin/runc',
} as const;
/** As in compose.yaml, but on the host's network, where a test's node and database are. */
const HARDENED = ['--read-only', '--cap-drop=all', '--security-opt=no-new-privileges', '--network=host'];
/** Without systemd podman runs no health checks by itself, and its default limits may exceed this machine's. */
const ADAPTED = ['--no-healthcheck', '--ulimit=nofile=8192:8192', '--ulimit=nproc=4096:4096'];
/** Overlays do not nest, and the temporary folder may be one. */
const STORES = '/var/tmp';

/** Whether images can be built and run here; installs the tools when root on Debian. */
export function hasContainerTools(): boolean {
  return (
    process.getuid?.() === 0 && Object.entries(PACKAGES).every(([name, path]) => hasDebianPackage(name, path))
  );
}

export function createContainerStore(): ContainerStore {
  const folder = mkdtempSync(join(STORES, 'astrolabe-containers-'));
  const driver = process.env.STORAGE_DRIVER ?? 'overlay';
  const places = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run')];
  const runtime = ['--storage-driver', driver, '--cgroup-manager', 'cgroupfs', '--runtime', PACKAGES.runc];
  const podman = (...args: readonly string[]) => execute('podman', [...places, ...runtime, ...args]);
  return {
    podman,
    build(target) {
      const image = `localhost/astrolabe:${target}`;
      const options = ['--storage', folder, '--target', target, '--tag', image];
      return { ...execute(process.execPath, ['scripts/build-image.mjs', ...options]), image };
    },
    run: (options) => podman('run', '--rm', ...HARDENED, ...ADAPTED, ...describe(options)),
    start({ name, ...options }) {
      const { code, output } = podman(
        'run',
        '--detach',
        '--name',
        name,
        ...HARDENED,
        ...ADAPTED,
        ...describe(options),
      );
      if (code !== 0) throw new Error(`${name} did not start: ${output}`);
    },
    remove() {
      podman('rm', '--all', '--force', '--time=0');
      podman('rmi', '--all', '--force');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  const ports: number[] = [];
  for (const server of servers) {
    await new Promise((resolve) =>
      server.listening ? resolve(undefined) : server.once('listening', resolve),
    );
    const address = server.address();
    if (typeof address === 'object' && address !== null) ports.push(address.port);
    server.close();
  }
  return ports;
}

function describe({ image, command = [], entrypoint, environment = {}, volume }: ContainerOptions): string[] {
  const variables = Object.entries(environment).map(([name, value]) => `--env=${name}=${value}`);
  return [
    ...variables,
    ...(volume === undefined ? [] : [`--volume=${volume}:/data`]),
    ...(entrypoint === undefined ? [] : [`--entrypoint=${entrypoint}`]),
    image,
    ...command,
  ];
}

function execute(program: string, args: readonly string[]): Ending {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { code: status, output: `${stdout}${stderr}` };
}
