import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { bundledProgram, environmentForServices, startSystem, type TestSystem } from '@workflow/test-harness';
import {
  startLocalRegistry,
  type LocalRegistry,
} from '../../packages/component-packages/src/testing/local-registry.ts';
import { packTarball } from '../../packages/component-packages/src/testing/pack-tarball.ts';
import { readableFolder } from '../../packages/component-packages/src/testing/package-folder.ts';

/** A folder of components, and a registry from which they are installed. */
export class PackageSystem {
  readonly directory = readableFolder();
  readonly registry: LocalRegistry;
  system: TestSystem | null = null;

  private constructor(registry: LocalRegistry) {
    this.registry = registry;
  }

  static async open(): Promise<PackageSystem> {
    return new PackageSystem(await startLocalRegistry());
  }

  /** Starts both services, which read the folder in its current state. */
  async start(env: Record<string, string> = {}): Promise<TestSystem> {
    this.system = await startSystem({
      backend: 'postgres',
      env: { COMPONENTS_DIR: this.directory, HTTP_ALLOWED_ADDRESSES: '127.0.0.1', ...env },
    });
    return this.system;
  }

  publish(id: string, files: Record<string, string>): void {
    const at = id.lastIndexOf('@');
    this.registry.publish(id.slice(0, at), id.slice(at + 1), packTarball(files));
  }

  /** Runs `admin components …` as an operator does. @returns its output as JSON, or its error */
  async admin(...args: string[]): Promise<{ code: number; body: Record<string, unknown>; stderr: string }> {
    const env = {
      ...environmentForServices(),
      COMPONENTS_DIR: this.directory,
      npm_config_registry: this.registry.url,
      HOME: this.directory,
    };
    const program = [await bundledProgram('admin'), 'components', ...args];
    const { code, stdout, stderr } = await promisify(execFile)(process.execPath, program, { env }).then(
      (ended) => ({ code: 0, ...ended }),
      (error: unknown) => error as { code: number; stdout: string; stderr: string },
    );
    return { code, stderr, body: stdout.startsWith('{') ? (JSON.parse(stdout) as Record<string, unknown>) : {} };
  }

  /** Adds a package. @throws with the command's message when it refuses the package */
  async add(id: string): Promise<void> {
    const { code, stderr } = await this.admin('add', id);
    if (code !== 0) throw new Error(stderr);
  }

  async stop(): Promise<void> {
    await this.system?.stop();
    this.registry.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
