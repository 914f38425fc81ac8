// Before a program is loaded, whose modules are hundreds of files.

const TOO_MANY_FILES = ['EMFILE', 'ENFILE'];

/** Loads a program; says so in a sentence where the system lets it open too few files for that. */
export async function loadProgram(load) {
  try {
    await load();
  } catch (error) {
    if (!TOO_MANY_FILES.includes(error?.code)) throw error;
    console.error(
      'Error: This program may open too few files at a time: allow it at least 1024 (ulimit -n, or LimitNOFILE of systemd).',
    );
    process.exit(2);
  }
}
