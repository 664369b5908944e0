import type { WorkflowContent } from '../files/workflow-file.ts';

/** The names that definitions use, and the names that replace them. */
export interface Names {
  /** Ids of workflows, credentials and apps. A text is replaced only if all of it is such an id. */
  ids: ReadonlyMap<string, string>;
  /** Versions of apps that have another number, each as `<id> <version>`. */
  versions: ReadonlyMap<string, string>;
  /** Names of secrets, in `$secret("…")` and in fields called `secret`. */
  secrets: ReadonlyMap<string, string>;
}

const SECRET_CALL = /(\$secret\(\s*)(["'])([^"']+)\2/g;

/** Returns the content with replaced names. Ids of components stay, because they belong to the workflow. */
export function translated(content: WorkflowContent, names: Names): WorkflowContent {
  const { components, flow, ...otherFields } = content;
  return {
    ...otherFields,
    components: components.map((component) => ({
      ...component,
      config: renamed(component.config, names) as Record<string, unknown>,
    })),
    ...(flow !== undefined && { flow: renamed(flow, names) }),
  };
}

/** Returns the known ids among the texts of a content, such as ids of workflows that it starts. */
export function idsIn({ components }: WorkflowContent, known: { has(id: string): boolean }): Set<string> {
  const ids = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string' && known.has(value)) ids.add(value);
    else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) visit(each);
  };
  for (const { config } of components) visit(config);
  return ids;
}

/** Returns the opposite translation. */
export function inverse(names: Names): Names {
  const turned = (map: ReadonlyMap<string, string>): Map<string, string> => new Map([...map].map(([a, b]) => [b, a]));
  return { ids: turned(names.ids), secrets: turned(names.secrets), versions: turned(names.versions) };
}

function renamed(value: unknown, names: Names, key = ''): unknown {
  if (typeof value === 'string') {
    if (key === 'secret') return names.secrets.get(value) ?? value;
    const whole = names.ids.get(value);
    if (whole !== undefined) return whole;
    if (names.secrets.size === 0) return value;
    return value.replaceAll(SECRET_CALL, (call, head: string, quote: string, name: string) => {
      const otherName = names.secrets.get(name);
      return otherName === undefined ? call : `${head}${quote}${otherName}${quote}`;
    });
  }
  if (Array.isArray(value)) return value.map((each) => renamed(each, names));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]): [string, unknown] => [name, renamed(each, names, name)]);
  return { ...Object.fromEntries(entries), ...versionIn(value, names) };
}

/** Returns the other number of an app's version that a config names, or nothing. */
function versionIn(value: object, { versions }: Names): { version?: number } {
  const { app, version } = value as { app?: unknown; version?: unknown };
  const otherVersion = versions.get(`${String(app)} ${String(version)}`);
  return otherVersion === undefined ? {} : { version: Number(otherVersion.split(' ')[1]) };
}

/** Returns the versions of apps that a content names. */
export function appVersionsIn({ components }: WorkflowContent): { app: string; version: number }[] {
  const used: { app: string; version: number }[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { app, version } = value as { app?: unknown; version?: unknown };
    if (typeof app === 'string' && typeof version === 'number') used.push({ app, version });
    for (const each of Object.values(value)) visit(each);
  };
  for (const { config } of components) visit(config);
  return used;
}
