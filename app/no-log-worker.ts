/** Stands for `thread-stream` in the pages: pino imports it for workers that write logs elsewhere, which ours has none of. */
export default class NoLogWorker {
  constructor() {
    throw new Error('The log of the pages is written by no worker.');
  }
}
