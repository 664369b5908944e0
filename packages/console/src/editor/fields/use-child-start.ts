import { useQuery } from '@tanstack/react-query';
import { soleTrigger, sendablePlaceholders } from '@workflow/components/descriptors';
import type { Component, Definition, Field } from '@workflow/workflow-model';
import { useMemo } from 'react';
import { versionQuery } from '../../api/queries/versions.ts';
import { useWorkflow } from '../../api/queries/workflow-entry.ts';
import { asDefinition } from '../../api/as-definition.ts';

/** Reads the definition that sessions of another workflow run: the published version, or the draft without one. */
export function useChildDefinition(workflowId: string): Definition | null {
  const draft = useWorkflow(workflowId, { enabled: workflowId !== '' });
  const published = draft.data?.workflow.publishedVersion ?? null;
  const version = useQuery({
    ...versionQuery(workflowId, published ?? 0),
    enabled: published !== null,
    retry: false,
  });
  const found = published === null ? draft.data?.workflow : version.data;
  return useMemo(() => (found === undefined ? null : asDefinition(found)), [found]);
}

/** The trigger that is used when a caller names no component; null if there is none or more than one. */
export function soleTriggerOf(definition: Definition | null): Component | null {
  return definition === null ? null : soleTrigger(definition);
}

/** The placeholders that a session accepts when it starts at the component; null if the component does not exist. */
export function useChildFields(workflowId: string, componentId: string): Field[] | null {
  const definition = useChildDefinition(workflowId);
  return useMemo(() => {
    const start = definition?.components.find(({ id }) => id.toLowerCase() === componentId.toLowerCase());
    return definition === null || start === undefined ? null : sendablePlaceholders(definition, start.id);
  }, [definition, componentId]);
}
