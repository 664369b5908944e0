import {
  wrong,
  type DefinitionProblem,
  type Reference,
  type ReferenceKind,
  type Wrong,
} from '@workflow/workflow-model';
import { printableKey } from '@workflow/placeholder-values';

/** A workflow that another one may start. */
export interface StartableWorkflow {
  name: string;
  isPublished: boolean;
  /**
   * The requested components, in lower case, that exist and are enabled in the published version, or in the draft if
   * there is none.
   */
  componentIds: ReadonlySet<string>;
}

/** The objects of the organization, limited to those that the checked definition refers to. */
export interface Surroundings {
  /** Returns the names that are secrets of the organization. */
  findSecrets(names: string[]): Promise<ReadonlySet<string>>;
  /** Finds objects by id in lower case. */
  findWorkflows(ids: string[], componentIds: string[]): Promise<ReadonlyMap<string, StartableWorkflow>>;
  /** Returns the names that are tables of the organization. */
  findTables(names: string[]): Promise<ReadonlySet<string>>;
  /** Finds objects by id in lower case. */
  findCredentials(ids: string[]): Promise<ReadonlyMap<string, KnownCredential>>;
  /** Returns the names of deleted credentials by id, as far as they are known. */
  findDeletedCredentials(ids: string[]): Promise<ReadonlyMap<string, string>>;
}

/** A credential of the organization. */
interface KnownCredential {
  name: string;
  type: string;
}

/** The objects that were found. */
interface Known {
  secrets: ReadonlySet<string>;
  tables: ReadonlySet<string>;
  workflows: ReadonlyMap<string, StartableWorkflow>;
  credentials: ReadonlyMap<string, KnownCredential>;
  deletedCredentials: ReadonlyMap<string, string>;
}

type Finding = { problem: Wrong } | { warning: Wrong } | null;

/** Checks a reference against the organization, by kind of reference. */
const CHECKS: Record<ReferenceKind, (reference: Reference, known: Known) => Finding> = {
  secret: ({ target }, { secrets }) =>
    secrets.has(target) ? null : { problem: wrong('SECRET_UNKNOWN', { secret: printableKey(target) }) },
  table: ({ target }, { tables }) =>
    tables.has(target) ? null : { problem: wrong('TABLE_UNKNOWN', { table: printableKey(target) }) },
  workflow: ({ target }, { workflows }) => {
    const workflow = workflows.get(target);
    if (workflow === undefined) return { problem: wrong('WORKFLOW_UNKNOWN', { id: target }) };
    if (workflow.isPublished) return null;
    return { warning: wrong('WORKFLOW_NOT_PUBLISHED', { workflow: workflow.name }) };
  },
  component: ({ target, within }, { workflows }) => {
    const workflow = within === null ? undefined : workflows.get(within);
    // A missing workflow is reported at its own field.
    if (workflow === undefined || workflow.componentIds.has(target)) return null;
    return { problem: wrong('WORKFLOW_COMPONENT_UNKNOWN', { workflow: workflow.name, component: target }) };
  },
  // They are checked by `checkOperations`.
  app: () => null,
  operation: () => null,
  credential: ({ target, types = [] }, { credentials, deletedCredentials }) => {
    const credential = credentials.get(target);
    const deleted = deletedCredentials.get(target);
    if (credential === undefined && deleted !== undefined)
      return { problem: wrong('CREDENTIAL_DELETED', { credential: deleted }) };
    if (credential === undefined) return { problem: wrong('CREDENTIAL_UNKNOWN', { id: target }) };
    const { name, type } = credential;
    return types.includes(type)
      ? null
      : { problem: wrong('CREDENTIAL_TYPE', { credential: name, type, types: types.join(', ') }) };
  },
};

/** Returns problems for references to missing objects, by kind, and warnings for objects that cannot be used yet. */
export async function checkSurroundings(
  references: readonly Reference[],
  surroundings: Surroundings,
): Promise<{ problems: DefinitionProblem[]; warnings: DefinitionProblem[] }> {
  const targets = (kind: ReferenceKind) => [
    ...new Set(references.filter((reference) => reference.kind === kind).map(({ target }) => target)),
  ];
  const [names, ids, credentialIds] = [targets('secret'), targets('workflow'), targets('credential')];
  const tables = targets('table');
  const credentials = credentialIds.length === 0 ? new Map() : await surroundings.findCredentials(credentialIds);
  const unknown = credentialIds.filter((id) => !credentials.has(id));
  const known: Known = {
    tables: tables.length === 0 ? new Set() : await surroundings.findTables(tables),
    secrets: names.length === 0 ? new Set() : await surroundings.findSecrets(names),
    workflows: ids.length === 0 ? new Map() : await surroundings.findWorkflows(ids, targets('component')),
    credentials,
    deletedCredentials: unknown.length === 0 ? new Map() : await surroundings.findDeletedCredentials(unknown),
  };
  const problems: DefinitionProblem[] = [];
  const warnings: DefinitionProblem[] = [];
  for (const reference of inOrderOfKinds(references)) {
    const finding = CHECKS[reference.kind](reference, known);
    if (finding === null) continue;
    const { componentId, path } = reference;
    if ('problem' in finding) problems.push({ componentId, path, ...finding.problem });
    else warnings.push({ componentId, path, ...finding.warning });
  }
  return { problems, warnings };
}

/** Sorts references: secrets first, each kind in the order of the definition. */
function inOrderOfKinds(references: readonly Reference[]): Reference[] {
  const isSecret = ({ kind }: Reference): boolean => kind === 'secret';
  return [...references.filter(isSecret), ...references.filter((reference) => !isSecret(reference))];
}
