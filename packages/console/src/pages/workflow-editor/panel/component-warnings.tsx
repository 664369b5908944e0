import { Alert } from '@mantine/core';
import type { Component } from '@workflow/workflow-model';
import { problemSentence } from '../../../editor/draft/problem-words.ts';
import { useEditor } from '../../../editor/editor-context.ts';
import { usePicked } from '../../../ui/value-store.ts';

/** Warnings of a component, which do not prevent publishing. They are below its form, so that no field moves. */
export function ComponentWarnings({ component }: { component: Component }) {
  const { warnings } = useEditor();
  const all = usePicked(warnings, (found) => found);
  const own = all.filter(({ componentId }) => componentId === component.id);
  return own.map((warning) => (
    <Alert key={warning.path + warning.message} color="yellow" variant="light" p="xs" role="status">
      {problemSentence(warning, component)}
    </Alert>
  ));
}
