import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JsonSchema } from '@workflow/component-kit';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { appsQuery } from '../../api/queries/apps.ts';
import { problemAtField } from '../draft/problem-words.ts';
import type { ConfigFormProps, SchemaFieldProps } from '../fields/field-props.ts';
import { NestedForm } from '../fields/nested-form.tsx';
import { OperationChoices } from './operation-choices.tsx';
import { withProperties } from './with-properties.ts';

interface AppToolFormProps extends Pick<ConfigFormProps, 'schema' | 'config' | 'problems'> {
  Form: SchemaFieldProps['Form'];
  pointer: string;
  onChange: (config: JsonObject) => void;
}

/** The operations of an app that a model may call: the app, its version, the operations, and who approves calls. */
export function AppToolForm({ schema, config, pointer, problems, Form, onChange }: AppToolFormProps) {
  const { data } = useQuery(appsQuery);
  const app = data?.items.find(({ id }) => id === config['app']);
  const newest = app?.version ?? null;
  const version = typeof config['version'] === 'number' ? config['version'] : null;
  const problem = problems.find(({ path }) => path.startsWith(`${pointer}/actions`));
  const part = (names: readonly string[]) => (
    <NestedForm
      Form={Form}
      schema={withRequired(withProperties(schema, names), names)}
      config={config}
      pointer={pointer}
      problems={problems}
      onChange={change}
    />
  );

  /** Another app has other operations, and its newest version is used. */
  function change(next: JsonObject): void {
    if (next['app'] === config['app']) return onChange(next);
    const chosen = data?.items.find(({ id }) => id === next['app'])?.version ?? null;
    const { version: _version, ...rest } = next;
    onChange({ ...rest, app: next['app'] ?? '', ...(chosen !== null && { version: chosen }), actions: [] });
  }
  return (
    <Stack gap="sm">
      {part(['app', 'version'])}
      {newest !== null && version !== null && newest > version && (
        <div>
          <Button size="compact-sm" variant="default" onClick={() => onChange({ ...config, version: newest })}>
            Use version {newest}
          </Button>
        </div>
      )}
      <OperationChoices
        appId={app?.id ?? ''}
        version={version}
        chosen={textsOf(config['actions'])}
        {...(problem && { error: problemAtField(problem) })}
        onChange={(actions) => onChange({ ...config, actions })}
      />
      {part(['credential', 'approval'])}
    </Stack>
  );
}

/** An app and its version are required for operations. */
function withRequired(schema: JsonSchema, names: readonly string[]): JsonSchema {
  return { ...schema, required: names.filter((name) => name === 'app' || name === 'version') };
}

function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
