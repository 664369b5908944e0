import { renameWorkflow } from '../../editor/draft/draft-edits.ts';
import { useDraft, useEditor } from '../../editor/editor-context.ts';
import classes from './workflow-name.module.css';

const MAX_NAME_LENGTH = 200;

/** The workflow's name as the page's heading, edited in place; an empty name is ignored. */
export function WorkflowName() {
  const { store } = useEditor();
  const name = useDraft((state) => state.draft.name);
  return (
    <h1 className={classes.heading}>
      <input
        key={name}
        className={classes.input}
        aria-label="Workflow name"
        defaultValue={name}
        title={name}
        maxLength={MAX_NAME_LENGTH}
        onBlur={(event) => {
          const typed = event.currentTarget.value.trim();
          if (typed === '') event.currentTarget.value = name;
          else if (typed !== name) store.apply(renameWorkflow(typed));
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
    </h1>
  );
}
