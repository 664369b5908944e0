import type { Component } from '@workflow/workflow-model';
import type { Problem } from '../../api/api-error.ts';
import { plural } from '../../ui/plural.ts';
import { problemSentence } from '../draft/problem-words.ts';
import classes from './component-card.module.css';

interface CardProblemsProps {
  component: Component;
  problems: readonly Problem[];
}

/** How many problems a component has, and which, on its card. */
export function CardProblems({ component, problems }: CardProblemsProps) {
  return (
    <span
      className={classes.problems}
      title={problems.map((problem) => problemSentence(problem, component)).join('\n')}
    >
      {problems.length}
      <span className={classes.hidden}> {plural(problems.length, { one: 'problem', other: 'problems' })}</span>
    </span>
  );
}
