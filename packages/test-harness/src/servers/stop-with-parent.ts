import { once } from 'node:events';
import { startProgram } from '@workflow/service-runtime';

/**
 * Stops a process and removes a folder when this process ends for any reason, including SIGKILL: a shell reads from a
 * pipe that only this process holds open, and acts when the pipe closes.
 *
 * @returns a function to call when the process was stopped in another way; it ends the shell
 */
export async function stopWithParent(pid: number, folder: string): Promise<() => Promise<void>> {
  const script =
    'read -r word; [ "$word" = leave ] && exit; kill -INT "$1" 2>/dev/null; n=0; ' +
    'while kill -0 "$1" 2>/dev/null && [ $n -lt 100 ]; do sleep 0.05; n=$((n+1)); done; ' +
    'kill -KILL "$1" 2>/dev/null; rm -rf "$2"';
  const watcher = await startProgram('sh', ['-c', script, 'stop-with-parent', String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  (watcher.stdin as unknown as { unref(): void }).unref();
  return async () => {
    if (watcher.exitCode !== null || watcher.signalCode !== null) return;
    const exited = once(watcher, 'exit');
    watcher.ref();
    watcher.stdin!.end('leave\n');
    await exited;
  };
}
