let ended = 0;

/** Counts a workflow that has ended. */
export function countEnded(): void {
  ended += 1;
}

/** Sends the port to the benchmark, answers its questions for the number of ended workflows, and ends with it. */
export function reportToParent(port: number): void {
  process.on('message', () => process.send?.({ ended }));
  process.once('disconnect', () => process.exit(0));
  process.send?.({ port });
}
