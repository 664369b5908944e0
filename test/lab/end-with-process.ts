import type { ChildProcess } from 'node:child_process';

const children = new Set<ChildProcess>();

/** Kills the child when this process ends before it, by Ctrl-C for one. */
export function endWithProcess(child: ChildProcess): void {
  listen();
  children.add(child);
  child.once('exit', () => children.delete(child));
}

let listening = false;

function listen(): void {
  if (listening) return;
  listening = true;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  process.once('exit', () => {
    for (const child of children) child.kill('SIGKILL');
  });
}
