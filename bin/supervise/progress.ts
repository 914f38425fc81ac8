/** Progress lines for the operator; on a terminal the current one is updated in place. */
export type Progress = Readonly<{
  /** Prints a permanent line. */
  say(line: string): void;
  /** Starts a phase with an elapsed-time counter, until `done`. */
  begin(title: string): { update(detail: string): void; done(): void };
}>;

const PLAIN_INTERVAL_MS = 5000;

/** Rewrites the line in place on a terminal; prints occasional lines otherwise. */
export function createProgress(stream: NodeJS.WriteStream): Progress {
  const isTerminal = stream.isTTY === true;
  const write = (text: string) => stream.write(isTerminal ? `\r\x1b[K${text}` : text);
  return {
    say: (line) => write(`${line}\n`),
    begin(title) {
      const begun = Date.now();
      let last = '';
      const show = (end: string) =>
        write(`${title}${last} … ${((Date.now() - begun) / 1000).toFixed(1)} s${end}`);
      const timer = setInterval(() => show(isTerminal ? '' : '\n'), isTerminal ? 250 : PLAIN_INTERVAL_MS);
      timer.unref();
      return {
        update: (detail) => {
          last = `: ${detail}`;
        },
        done: () => {
          clearInterval(timer);
          show('\n');
        },
      };
    },
  };
}

/** Shows `title` while `run` is pending, whatever its result. */
export async function runPhase<T>(
  progress: Progress,
  title: string,
  run: (update: (detail: string) => void) => Promise<T>,
): Promise<T> {
  const line = progress.begin(title);
  try {
    return await run(line.update);
  } finally {
    line.done();
  }
}
