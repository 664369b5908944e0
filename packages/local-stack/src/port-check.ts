import { once } from 'node:events';
import { createServer } from 'node:net';
import { StackError } from './stack-error.ts';

/** @throws StackError when a program already listens on the port */
export async function checkPortIsFree(port: number): Promise<void> {
  const server = createServer();
  server.listen(port, '::');
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EAFNOSUPPORT') return;
    if (code === 'EACCES')
      throw new StackError(
        `Port ${port} may not be opened by this account.`,
        'Set PORT to one from 1024 on, such as: PORT=3000 npx -y pnpm@12 start',
      );
    throw new StackError(
      `Another program uses port ${port}.`,
      `Stop it, or choose another port: PORT=${port + 1} npx -y pnpm@12 start`,
    );
  }
  server.close();
  await once(server, 'close');
}
