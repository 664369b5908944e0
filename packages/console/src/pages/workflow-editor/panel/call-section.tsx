import { Code } from '@mantine/core';
import { Link } from 'react-router';
import { outputsOf } from '@workflow/components/descriptors';
import type { Component } from '@workflow/workflow-model';
import { runAsCurl } from '../../../features/code/run-as-curl.ts';
import { sampleValues } from '../../../features/code/sample-values.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { useComponentView } from './use-component-view.ts';
import classes from './webhook-section.module.css';

/** Shows the ids and an example for programs that start the workflow at this component (contract §2.1). */
export function CallSection({ component }: { component: Component }) {
  const { workflowId, isUnpublished } = useComponentView(component);
  const example = runAsCurl(
    {
      workflowId,
      componentId: component.id,
      placeholderValues: sampleValues(outputsOf(component)),
    },
    globalThis.location.origin,
  );
  return (
    <section className={classes.root} aria-label="Run by API">
      <CopyField label="Workflow ID" value={workflowId} what="Workflow ID" />
      <CopyField label="Component ID" value={component.id} what="Component ID" />
      <div>
        <div className={classes.exampleHead}>
          Example
          <CopyButton value={example} label="Copy the example" />
        </div>
        <Code block className={classes.example ?? ''} tabIndex={0}>
          {example}
        </Code>
        <p className={classes.note}>
          {isUnpublished ? 'Works after you publish. ' : 'Runs the published version. '}
          Replace &lt;API_KEY&gt; with one of the <Link to="/settings/api-keys">API keys</Link>. More languages: More →
          Use it from code.
        </p>
      </div>
    </section>
  );
}
