import type { Component, JsonObject } from '@workflow/workflow-model';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Problem } from '../api/api-error.ts';
import type { WorkflowEntry } from '../api/queries/workflow-entry.ts';
import type { Step } from '../api/types.ts';
import type { Autosave } from './draft/autosave.ts';
import type { DraftState, DraftStore } from './draft/draft-store.ts';
import type { EditorDialog } from './dialogs.ts';
import type { LeftWorkflow } from './extract/left-workflow.ts';
import type { Touched } from './draft/problem-visibility.ts';
import type { LiveRun } from './live-run.ts';
import type { ValueStore } from '../ui/value-store.ts';

/** State that the parts of one open editor share. */
export interface EditorParts {
  workflowId: string;
  entry: WorkflowEntry;
  store: DraftStore;
  autosave: Autosave;
  /** Lets the browser ask before the tab is closed or reloaded with unsaved changes, and saves meanwhile. */
  onBeforeUnload: (event: BeforeUnloadEvent) => void;
  /** Problems by component; under the empty key those of the whole definition. */
  allProblems: ValueStore<ReadonlyMap<string, Problem[]>>;
  /** Warnings: the draft can be published, but parts would not work yet. */
  warnings: ValueStore<readonly Problem[]>;
  /** The problems that are shown while editing; those of fields that nobody has filled in yet are hidden. */
  problems: ValueStore<ReadonlyMap<string, Problem[]>>;
  /** Rises when something outside of the draft changed that the check depends on, such as a secret. */
  recheck: ValueStore<number>;
  touched: ValueStore<Touched>;
  dialog: ValueStore<EditorDialog>;
  /** A workflow that is no longer used since an undo, until someone decides about it. */
  leftWorkflow: ValueStore<LeftWorkflow | null>;
  /** The TEST session whose steps the canvas shows. */
  liveRun: ValueStore<LiveRun | null>;
  /** The last ended step of each component, whatever session it belongs to. */
  lastSteps: ValueStore<ReadonlyMap<string, Step>>;
  /** Outputs that test runs use instead of running a component, by its id. */
  pins: ValueStore<JsonObject>;
}

export const EditorContext = createContext<EditorParts | null>(null);

export function useEditor(): EditorParts {
  const parts = useContext(EditorContext);
  if (!parts) throw new Error('Used outside of the editor');
  return parts;
}

/** Returns the part of the draft's state that `pick` selects. It must return the same reference for the same state. */
export function useDraft<Picked>(pick: (state: DraftState) => Picked): Picked {
  const { store } = useEditor();
  return useSyncExternalStore(store.subscribe, () => pick(store.getState()));
}

export function useSelectedComponent(): Component | null {
  return useDraft(({ draft, selected }) => draft.components.find((component) => component.id === selected) ?? null);
}

const NO_PROBLEMS: Problem[] = [];

export function problemsOf(problems: ReadonlyMap<string, Problem[]>, componentId: string): Problem[] {
  return problems.get(componentId) ?? NO_PROBLEMS;
}
