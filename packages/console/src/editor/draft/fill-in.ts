import type { QueryClient } from '@tanstack/react-query';
import type { Component } from '@workflow/workflow-model';
import type { EditorParts } from '../editor-context.ts';
import type { Draft } from './draft-store.ts';
import { fillFromDelivery } from './fill-from-delivery.ts';
import { withListFilled } from './with-list-filled.ts';
import { withMessageFilled } from './with-message-filled.ts';
import { withSettingsOn } from './with-settings-on.ts';

/** A component that was added or connected. */
export interface Connected {
  from: Component | undefined;
  to: string;
  /** The draft before that. */
  before: Draft;
  undoKey: string;
}

/** Fills in what a component needs of those before it, as a part of the undo step that added or connected it. */
export function fillIn(
  parts: Pick<EditorParts, 'store' | 'workflowId'>,
  client: QueryClient,
  { from, to, before, undoKey }: Connected,
): void {
  parts.store.apply((now) => {
    const withSettings = withSettingsOn(() => now);
    return withMessageFilled(withListFilled(withSettings, to), to)(before);
  }, undoKey);
  fillFromDelivery(parts, client, { from, to, undoKey });
}
