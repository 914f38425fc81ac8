/** Stands for `thread-stream` in the pages: pino imports it for workers that write logs elsewhere, which ours has none of. */
export default class NoLogWorker {
  constructor() {
    throw new Error('The page log must be written by the main process.');
  }
}
