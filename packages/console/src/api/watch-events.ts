const POLL_MS = 2000;

interface Watcher {
  /** Handlers by event type; each receives the data. */
  handlers: Record<string, (data: unknown) => void>;
  /** Loads the data again; called when the stream begins, and every two seconds while there is no stream. */
  poll: () => void;
}

/**
 * Follows a stream of server-sent events; the browser reconnects with `Last-Event-ID`. Returns a function that stops
 * it.
 */
export function watchEvents(path: string, { handlers, poll }: Watcher): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const source = new EventSource(path);
  for (const [name, handle] of Object.entries(handlers)) {
    source.addEventListener(name, (event: MessageEvent<string>) => handle(JSON.parse(event.data)));
  }
  source.addEventListener('open', () => {
    clearInterval(timer);
    timer = undefined;
    // Loads changes from before the connection was open.
    poll();
  });
  source.addEventListener('error', () => {
    timer ??= setInterval(poll, POLL_MS);
  });
  return () => {
    source.close();
    clearInterval(timer);
  };
}
