/** Rejects if `promise` takes longer. The operation continues, so it must be harmless if it ends late. */
export function withDeadline<T>(promise: Promise<T>, withinMs: number, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${what} took longer than ${withinMs} ms`)), withinMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
