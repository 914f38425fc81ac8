const NODE_MAJOR = 20;
const NODE_MINOR = 9;

/** Exits with code 2 on an unsupported Node.js version. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > NODE_MAJOR || (major === NODE_MAJOR && minor >= NODE_MINOR)) return;
  console.error(
    `Astrolabe needs Node.js ${NODE_MAJOR}.${NODE_MINOR} or newer; this is ${process.versions.node}. Install it from https://nodejs.org.`,
  );
  process.exit(2);
}
