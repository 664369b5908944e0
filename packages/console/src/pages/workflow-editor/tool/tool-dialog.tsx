import '@mantine/core/styles/Switch.layer.css';
import { Alert, Code, Modal, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { McpTool } from '@workflow/workflow-model';
import { setTool } from '../../../editor/draft/draft-edits.ts';
import { problemsOf, useDraft, useEditor } from '../../../editor/editor-context.ts';
import { problemSentence } from '../../../editor/draft/problem-words.ts';
import { fieldError } from '../../../editor/fields/field-error.ts';
import { usePicked } from '../../../ui/value-store.ts';
import panelClasses from '../panel/component-panel.module.css';

const MAX_NAME_LENGTH = 64;
const MAX_DESCRIPTION_LENGTH = 2_000;

/** Edits whether MCP clients can call the published workflow as a tool, and the tool's name and description. */
export function ToolDialog({ onClose }: { onClose: () => void }) {
  const { store, allProblems } = useEditor();
  const { name, description, mcp } = useDraft(({ draft }) => draft);
  const problems = usePicked(allProblems, (all) => problemsOf(all, '')).filter(({ path }) => path.startsWith('/mcp'));
  const others = problems.filter(({ path }) => path === '/mcp');
  const errorOf = (field: string): { error?: string } => {
    const error = fieldError(problems, `/mcp/${field}`);
    return error === undefined ? {} : { error };
  };
  return (
    <Modal opened onClose={onClose} title="Tool for models">
      <Stack>
        <p className={panelClasses.description}>
          MCP clients call the published workflow as a tool at <Code>{`${globalThis.location.origin}/mcp`}</Code>, with
          an API key. Changes apply from the next version that you publish.
        </p>
        <Switch
          label="Offer this workflow as a tool"
          checked={mcp !== undefined}
          onChange={(event) =>
            store.apply(setTool(event.currentTarget.checked ? { name: toolNameOf(name), description } : undefined))
          }
        />
        {others.map((problem) => (
          <Alert key={problem.message} color="red" variant="light" title="Problem">
            {problemSentence(problem, undefined)}
          </Alert>
        ))}
        {mcp !== undefined && (
          <>
            <TextInput
              label="Name"
              description="Lowercase letters, digits, _ and -. No other published workflow may have it."
              required
              maxLength={MAX_NAME_LENGTH}
              value={mcp.name}
              onChange={(event) => store.apply(setTool({ ...mcp, name: event.currentTarget.value }), 'mcp.name')}
              {...errorOf('name')}
            />
            <Textarea
              label="Description"
              description="Models read this to decide when to call the tool. Describe its purpose and when to use it."
              required
              autosize
              minRows={3}
              maxLength={MAX_DESCRIPTION_LENGTH}
              value={mcp.description}
              onChange={(event) =>
                store.apply(setTool({ ...mcp, description: event.currentTarget.value }), 'mcp.description')
              }
              {...errorOf('description')}
            />
            <Switch
              label="Calls can start the workflow later"
              description="The tool takes the time of the start as the argument startAt."
              checked={mcp.startAt === true}
              onChange={(event) => store.apply(setTool(withStartAt(mcp, event.currentTarget.checked)))}
            />
          </>
        )}
      </Stack>
    </Modal>
  );
}

function withStartAt({ startAt: _old, ...mcp }: McpTool, allowed: boolean): McpTool {
  return allowed ? { ...mcp, startAt: true } : mcp;
}

/** Makes a valid name of the workflow's. */
function toolNameOf(name: string): string {
  const made = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, MAX_NAME_LENGTH);
  return made === '' ? 'workflow' : made;
}
