import { once } from 'node:events';
import { connect } from 'node:net';

export interface RedisWatch {
  /** All commands so far that name the queue. */
  readonly commands: string;
  stop(): void;
}

/** Records every command that Redis receives, including those of scripts (MONITOR). */
export async function watchRedis(url: string, queueName: string): Promise<RedisWatch> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const lines: string[] = [];
  let rest = '';
  socket.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\r\n');
    rest = parts.pop() ?? '';
    lines.push(...parts.filter((line) => line.includes(queueName)));
  });
  socket.write('MONITOR\r\n');
  await once(socket, 'data');
  return {
    get commands() {
      return lines.join('\n');
    },
    stop: () => void socket.destroy(),
  };
}
