/** The dialog that is open over the editor. */
export type EditorDialog =
  /** `number`: the version that is open in the list. */
  | { kind: 'versions'; number?: number }
  /** `ids`: of the components that become a workflow. */
  | { kind: 'extract'; ids: readonly string[] }
  | { kind: 'run'; componentId: string | null }
  | { kind: 'keys' | 'publish' | 'unpublish' | 'pause' | 'flow-control' | 'tool' | 'code' | 'run-now' }
  | null;

/** The search parameter of the editor's address that opens a dialog, for links to it. */
export const SHOW_FLOW_CONTROL = 'show=flow-control';

/** The search parameter of the editor's address that offers a test run. */
const SHOW_TEST_RUN = 'show=test-run';

/** The address of the editor with a test run offered. */
export function testRunHref(workflowId: string): string {
  return `/workflows/${workflowId}?${SHOW_TEST_RUN}`;
}

/** The address of the editor with a version open. */
export function versionHref(workflowId: string, number: number): string {
  return `/workflows/${workflowId}?version=${number}`;
}

/** The address of the editor with a component open. */
export function componentHref(workflowId: string, componentId: string): string {
  return `/workflows/${workflowId}?component=${componentId}`;
}

/** The dialog that the editor's address asks for. */
export function dialogOf(search: string): EditorDialog {
  if (search.includes(SHOW_FLOW_CONTROL)) return { kind: 'flow-control' };
  if (search.includes(SHOW_TEST_RUN)) return { kind: 'run', componentId: null };
  const version = Number(new URLSearchParams(search).get('version'));
  return Number.isSafeInteger(version) && version > 0 ? { kind: 'versions', number: version } : null;
}
