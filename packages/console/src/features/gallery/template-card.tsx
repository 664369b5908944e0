import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Template } from '../../api/queries/templates.ts';
import { testRunHref } from '../../editor/dialogs.ts';
import classes from './gallery.module.css';
import { GraphPicture } from './graph-picture.tsx';
import { makeFromTemplate } from './make-from-template.ts';

interface TemplateCardProps {
  template: Template;
  /** Null for the template's own. */
  name: string | null;
  onMade: (() => void) | undefined;
  /** The element of its heading. */
  Heading: 'h2' | 'h3';
}

const PREFIXES = { app: 'App ', credential: '', secret: 'Secret ' } as const;

function nameOf({ kind, name }: Template['needs'][number]): string {
  return `${PREFIXES[kind]}${name}`;
}

export function TemplateCard({ template, name, onMade, Heading }: TemplateCardProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const make = useMutation({
    mutationFn: () => makeFromTemplate(template, name),
    onSuccess: async (workflowId) => {
      void queryClient.invalidateQueries({ queryKey: ['workflows'] });
      void queryClient.invalidateQueries({ queryKey: ['tables'] });
      onMade?.();
      await navigate(testRunHref(workflowId));
    },
  });
  return (
    <li className={classes.template}>
      <GraphPicture template={template} />
      <div className={classes.body}>
        <Heading className={classes.name}>{template.name}</Heading>
        <p className={classes.text}>{template.description}</p>
        <ul className={classes.needs} aria-label={`What ${template.name} needs`}>
          {template.needs.length === 0 && <li className={`${classes.need} ${classes.free}`}>No account needed</li>}
          {template.needs.map((need) => (
            <li key={need.name} className={classes.need} title={`${need.name}: ${need.purpose}`}>
              {nameOf(need)}
            </li>
          ))}
        </ul>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Use template ${template.name}`}
          loading={make.isPending}
          onClick={() => make.mutate()}
        >
          Use template
        </Button>
      </div>
    </li>
  );
}
