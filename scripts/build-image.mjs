import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE = `Usage: node scripts/build-image.mjs --storage DIR [--target production|demo] [--tag NAME]

Builds the container image where neither a container engine nor an image registry is at hand: with buildah, on a base
image of Debian's own packages (debootstrap) and Node.js from npm, which stands in for node:26-bookworm-slim.
Wants root on Debian with buildah and debootstrap. DIR keeps the images; podman --root DIR/images runs them.
STORAGE_DRIVER=vfs is for machines that mount no overlay. npm and apt ask the registries that this machine is configured
for; nothing of that configuration enters an image. With a container engine, "docker build -t astrolabe ." does the same
on the real base image.`;

const NODE_RELEASE = 26;
const BASE = `docker.io/library/node:${NODE_RELEASE}-bookworm-slim`;
const BASE_FILE = `FROM scratch
COPY rootfs /
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
CMD ["node"]
`;
const MIRROR = 'http://deb.debian.org/debian';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    storage: { type: 'string' },
    target: { type: 'string', default: 'production' },
    tag: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help || values.storage === undefined) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
const driver = process.env.STORAGE_DRIVER ?? 'overlay';
const storage = ['--root', join(values.storage, 'images'), '--runroot', join(values.storage, 'run')];
const work = mkdtempSync(join(tmpdir(), 'astrolabe-image-'));
try {
  if (!hasImage(BASE)) buildBase();
  buildImage();
} finally {
  rmSync(work, { recursive: true, force: true });
}

function hasImage(name) {
  const { status } = spawnSync(
    'buildah',
    [...storage, '--storage-driver', driver, 'inspect', '--type', 'image', name],
    {
      stdio: 'ignore',
    },
  );
  return status === 0;
}

/** The parts of the official image used here: Debian's minimal system, node and npm in /usr/local, the user `node`. */
function buildBase() {
  const rootfs = join(work, 'rootfs');
  // since release 26 node is linked to libatomic, which the official image has
  run('debootstrap', ['--variant=minbase', '--include=libatomic1', 'bookworm', rootfs, MIRROR]);
  for (const name of readdirSync(join(rootfs, 'dev'))) rmSync(join(rootfs, 'dev', name), { recursive: true });
  rmSync(join(rootfs, 'var/cache/apt/archives'), { recursive: true });
  mkdirSync(join(rootfs, 'var/cache/apt/archives/partial'), { recursive: true });
  run('npm', ['install', '--prefix', join(work, 'node'), '--no-audit', '--no-fund', `node@${NODE_RELEASE}`]);
  cpSync(join(work, 'node/node_modules/node/bin/node'), join(rootfs, 'usr/local/bin/node'));
  const npm = spawnSync('npm', ['root', '--global'], { encoding: 'utf8' }).stdout.trim();
  cpSync(join(npm, 'npm'), join(rootfs, 'usr/local/lib/node_modules/npm'), { recursive: true });
  const npmLink = ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(rootfs, 'usr/local/bin/npm')];
  run('ln', npmLink);
  run('chroot', [rootfs, 'groupadd', '--gid', '1000', 'node']);
  run('chroot', [rootfs, 'useradd', '--uid', '1000', '--gid', 'node', '--create-home', 'node']);
  writeFileSync(join(work, 'Basefile'), BASE_FILE);
  buildah(['--file', join(work, 'Basefile'), '--tag', BASE, work]);
}

function buildImage() {
  const tag = values.tag ?? `localhost/astrolabe:${values.target}`;
  const volumes = hostConfiguration().flatMap(([from, to]) => ['--volume', `${from}:${to}:ro`]);
  buildah([...volumes, '--target', values.target, '--tag', tag, root]);
  console.log(`Built ${tag}; it is kept in ${values.storage}.`);
}

/** This machine's registry settings, mounted for the build only: never in a layer. */
function hostConfiguration() {
  const certificates = process.env.NODE_EXTRA_CA_CERTS ?? '';
  const apt = join(work, 'apt.conf');
  writeFileSync(apt, spawnSync('apt-config', ['dump', 'Acquire'], { encoding: 'utf8' }).stdout);
  const npm = join(work, 'npmrc');
  writeFileSync(npm, existsSync(certificates) ? 'cafile=/run/certificates.crt\n' : '');
  return [
    [apt, '/etc/apt/apt.conf.d/99host'],
    [npm, '/usr/local/etc/npmrc'],
    [join(homedir(), '.npmrc'), '/root/.npmrc'],
    [certificates, '/run/certificates.crt'],
  ].filter(([from]) => existsSync(from));
}

function buildah(args) {
  // only the docker format carries a HEALTHCHECK
  const options = ['build', '--isolation', 'chroot', '--format', 'docker', '--pull-never', '--layers=false'];
  run('buildah', [...storage, '--storage-driver', driver, ...options, ...args]);
}

function run(program, args) {
  const { status, signal, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ended with ${error?.message ?? signal ?? `code ${status}`}`);
}
