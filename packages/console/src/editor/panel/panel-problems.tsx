import { Alert } from '@mantine/core';
import type { Problem } from '../../api/api-error.ts';
import classes from '../versions/problem-list.module.css';

export function PanelProblems({ problems }: { problems: Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <Alert color="red" variant="light" p="xs" title={problems.length === 1 ? 'One problem' : `${problems.length} problems`}>
      <ul className={classes.list}>
        {problems.map((problem) => (
          <li key={problem.path + problem.message}>{problem.message}</li>
        ))}
      </ul>
    </Alert>
  );
}
