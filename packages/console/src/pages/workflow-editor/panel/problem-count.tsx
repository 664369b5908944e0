import { Popover, UnstyledButton } from '@mantine/core';
import type { Component } from '@workflow/workflow-model';
import type { Problem } from '../../../api/api-error.ts';
import { problemSentence } from '../../../editor/draft/problem-words.ts';
import listClasses from '../versions/problem-list.module.css';
import classes from './component-panel.module.css';
import { plural } from '../../../ui/plural.ts';

/** How many problems the component has, in the panel's header, where it moves nothing; a click lists them. */
export function ProblemCount({ component, problems }: { component: Component; problems: Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <Popover width={320} position="bottom-end" withArrow>
      <Popover.Target>
        <UnstyledButton className={classes.problems ?? ''}>
          {plural(problems.length, { one: '1 problem', other: `${problems.length} problems` })}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <ul className={listClasses.list}>
          {problems.map((problem) => (
            <li key={problem.path + problem.message}>{problemSentence(problem, component)}</li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
