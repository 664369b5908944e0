const POLL_MS = 2000;

interface Watcher {
  /** What to do with each kind of event; each is given the data. */
  handlers: Record<string, (data: unknown) => void>;
  /** Reads again by hand; called when the feed begins, and every two seconds while it cannot be had. */
  poll: () => void;
}

/** Follows a feed of server-sent events; the browser comes back by itself with `Last-Event-ID`. Answers a function that stops it. */
export function watchEvents(path: string, { handlers, poll }: Watcher): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const source = new EventSource(path);
  for (const [name, handle] of Object.entries(handlers)) {
    source.addEventListener(name, (event: MessageEvent<string>) => handle(JSON.parse(event.data)));
  }
  source.addEventListener('open', () => {
    clearInterval(timer);
    timer = undefined;
    // What happened before the connection stood.
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
