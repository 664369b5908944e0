import type { ComponentProps } from 'react';
import type { JsonObject } from '@workflow/workflow-model';
import { EntryList } from '../fields/entry-list.tsx';
import type { FieldLabels, SchemaFieldProps } from '../fields/field-props.ts';
import { NestedForm } from '../fields/nested-form.tsx';
import { AppToolForm } from './app-tool-form.tsx';
import { withProperties } from './with-properties.ts';

/** The fields of a tool that is a workflow. */
const OF_WORKFLOW = ['workflowId', 'componentId', 'name', 'description', 'approval'];
const NEW_TOOLS: Record<string, JsonObject> = {
  Workflow: { workflowId: '' },
  'Operations of an app': { app: '', actions: [] },
};

/** The tools of an agent: a form for each workflow, and for the operations of each app. */
export function ToolsForm(props: SchemaFieldProps & { labels: FieldLabels }) {
  return <EntryList {...props} noun="Tool" detail={kindOf} EntryForm={ToolForm} additions={NEW_TOOLS} />;
}

function ToolForm({ schema, ...form }: ComponentProps<typeof AppToolForm>) {
  return isOfApp(form.config) ? (
    <AppToolForm {...form} schema={schema} />
  ) : (
    <NestedForm {...form} schema={withProperties(schema, OF_WORKFLOW)} />
  );
}

function kindOf(tool: JsonObject): string {
  return isOfApp(tool) ? ': operations of an app' : ': a workflow';
}

function isOfApp(tool: JsonObject): boolean {
  return tool['app'] !== undefined || tool['actions'] !== undefined;
}
