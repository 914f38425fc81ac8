/** Lines on the terminal for the person who started the program; a terminal shows the running one in place. */
export type Progress = Readonly<{
  /** Something lasting. */
  say(line: string): void;
  /** What is going on now, with the seconds since it began; ends with `done`. */
  begin(title: string): { update(detail: string): void; done(): void };
}>;

const PLAIN_INTERVAL_MS = 5000;

/** Progress on a stream; `isTerminal` decides between a line rewritten in place and a line now and then. */
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

/** Shows `title` for as long as `run` takes, however it ends. */
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
