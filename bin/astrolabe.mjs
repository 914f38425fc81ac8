#!/usr/bin/env node
// What the container image and the npm package run: the built programs, in the working directory.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { followParent } from './follow-parent.mjs';
import { requireNode } from './require-node.mjs';

/** Commands and their programs. */
const PROGRAMS = {
  start: 'supervise',
  dev: 'dev',
  web: 'web',
  api: 'api',
  indexer: 'indexer',
  migrate: 'migrate',
  keys: 'keys',
  signatures: 'signatures',
  verify: 'verify',
  reindex: 'reindex',
  partition: 'partition',
  backup: 'backup',
  restore: 'restore',
  'check-proof': 'check-proof',
};
const HEALTH_TIMEOUT_MS = 4000;

requireNode();
followParent();
const [command = 'start', ...rest] = process.argv.slice(2);
if (command === '--help') console.log(describeUsage());
else if (command === 'health') await reportHealth();
else if (listCommands().includes(command)) await run(PROGRAMS[command]);
else refuse();

/** Commands whose programs are in this build. */
function listCommands() {
  return Object.keys(PROGRAMS).filter((name) => existsSync(programUrl(PROGRAMS[name])));
}

function programUrl(name) {
  return new URL(`../dist/${name}.mjs`, import.meta.url);
}

/** Turns this process into the program: rewrites argv and imports it, so that it receives signals itself. */
async function run(name) {
  const program = programUrl(name);
  process.argv = [process.argv[0], fileURLToPath(program), ...rest];
  await import(program.href);
}

function refuse() {
  console.error(`Error: "${command}" is not a command: use ${listCommands().join(', ')} or health.`);
  process.exitCode = 2;
}

function describeUsage() {
  return `Usage: astrolabe [COMMAND] [ARGUMENTS]

COMMAND is start (the default), ${listCommands().slice(1).join(', ')} or health. Settings are environment variables
or lines of .env in this folder; data is kept in DATA_DIR, .data in this folder by default. dev [FOLDER] opens the
Foundry or Hardhat project in a folder, this one by default, with its node on this machine.`;
}

/** Health check: /readyz of every role that runs on this machine must return 200. */
async function reportHealth() {
  const { PORT, API_PORT } = process.env;
  const answers = await Promise.all([fetchReadiness(PORT || 3000), fetchReadiness(API_PORT || 4000)]);
  const served = answers.filter((answer) => answer !== undefined);
  console.log(served.length === 0 ? 'no response' : `/readyz answers ${served.join(', ')}`);
  process.exitCode = served.length > 0 && served.every((answer) => answer === 200) ? 0 : 1;
}

/** Status of /readyz; undefined if nothing listens. */
async function fetchReadiness(port) {
  try {
    const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal });
    return response.status;
  } catch (error) {
    return error.cause?.code === 'ECONNREFUSED' ? undefined : 'too late';
  }
}
