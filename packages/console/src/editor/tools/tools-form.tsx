import '@mantine/core/styles/Fieldset.layer.css';
import { ActionIcon, Button, Fieldset, Group, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { JsonSchema } from '@workflow/component-kit';
import type { Json, JsonObject } from '@workflow/workflow-model';
import type { FieldLabels, SchemaFieldProps } from '../fields/field-props.ts';
import classes from '../fields/fields.module.css';
import { NestedForm } from '../fields/nested-form.tsx';
import { useAbsolutePointer } from '../fields/pointer-base.ts';
import { useTouch } from '../fields/use-touch.ts';
import { AppToolForm } from './app-tool-form.tsx';
import { withProperties } from './with-properties.ts';

/** The fields of a tool that is a workflow. */
const OF_WORKFLOW = ['workflowId', 'componentId', 'name', 'description', 'approval'];
const NEW_WORKFLOW: JsonObject = { workflowId: '' };
const NEW_OPERATIONS: JsonObject = { app: '', actions: [] };

/** The tools of an agent: a form for each workflow, and for the operations of each app. */
export function ToolsForm({
  schema,
  value,
  pointer,
  problems,
  onChange,
  labels,
  Form,
}: SchemaFieldProps & { labels: FieldLabels }) {
  const tools: JsonObject[] = Array.isArray(value) ? value.map((item) => (isObject(item) ? item : {})) : [];
  const itemSchema = schema['items'] as JsonSchema;
  const touch = useTouch();
  const absolute = useAbsolutePointer();

  function add(tool: JsonObject): void {
    touch.add(absolute(`${pointer}/${tools.length}`));
    onChange([...tools, tool]);
  }
  return (
    <Fieldset legend={labels.label} className={classes.group ?? ''}>
      <Stack gap="md">
        {tools.map((tool, index) => {
          const change = (next: JsonObject) => onChange(tools.map((one, other) => (other === index ? next : one)));
          const nested = { Form, problems, config: tool, pointer: `${pointer}/${index}`, onChange: change };
          const isOfApp = tool['app'] !== undefined || tool['actions'] !== undefined;
          return (
            // The index is the identity: problems name a tool by it.
            <div
              key={index}
              role="group"
              aria-label={`Tool ${index + 1}`}
              className={classes.item}
              onBlur={(event) => {
                if (!event.currentTarget.contains(event.relatedTarget)) touch.leave(absolute(`${pointer}/${index}`));
              }}
            >
              <div className={classes.itemHead}>
                <span>
                  Tool {index + 1}: {isOfApp ? 'operations of an app' : 'a workflow'}
                </span>
                <ActionIcon
                  size="sm"
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove tool ${index + 1}`}
                  onClick={() => onChange(tools.filter((_, other) => other !== index))}
                >
                  <IconTrash size={14} />
                </ActionIcon>
              </div>
              {isOfApp ? (
                <AppToolForm {...nested} schema={itemSchema} />
              ) : (
                <NestedForm {...nested} schema={withProperties(itemSchema, OF_WORKFLOW)} />
              )}
            </div>
          );
        })}
        <Group gap="xs">
          <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => add(NEW_WORKFLOW)}>
            Workflow
          </Button>
          <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => add(NEW_OPERATIONS)}>
            Operations of an app
          </Button>
        </Group>
        {labels.error && <div className={classes.error}>{labels.error}</div>}
      </Stack>
    </Fieldset>
  );
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
