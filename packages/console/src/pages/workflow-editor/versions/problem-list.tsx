import { UnstyledButton } from '@mantine/core';
import type { Problem } from '../../../api/api-error.ts';
import { problemSentence } from '../../../editor/draft/problem-words.ts';
import { useDraft, useEditor } from '../../../editor/editor-context.ts';
import classes from './problem-list.module.css';
import { componentName } from '../../../editor/draft/component-name.ts';

interface ProblemListProps {
  problems: readonly Problem[];
  onChosen: () => void;
}

/** Problems with the components they belong to; choosing one opens its component, or flow control. */
export function ProblemList({ problems, onChosen }: ProblemListProps) {
  const { store, dialog } = useEditor();
  const components = useDraft((state) => state.draft.components);
  return (
    <ul className={classes.list}>
      {problems.map((problem) => {
        const component = components.find((one) => one.id === problem.componentId);
        return (
          <li key={`${problem.componentId}${problem.path}${problem.message}`}>
            {component ? (
              <UnstyledButton
                className={classes.link}
                onClick={() => {
                  store.select(component.id);
                  onChosen();
                }}
              >
                {componentName(component)}
              </UnstyledButton>
            ) : problem.path.startsWith('/flow') ? (
              <UnstyledButton
                className={classes.link}
                onClick={() => {
                  onChosen();
                  dialog.set({ kind: 'flow-control' });
                }}
              >
                Flow control
              </UnstyledButton>
            ) : (
              'Workflow'
            )}
            : {problemSentence(problem, component)}
          </li>
        );
      })}
    </ul>
  );
}
