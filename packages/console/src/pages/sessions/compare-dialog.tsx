import '@mantine/core/styles/Combobox.layer.css';
import { Modal, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { useState } from 'react';
import { recentSessionsQuery, stepsQuery } from '../../api/queries/sessions.ts';
import type { Session, Step } from '../../api/types.ts';
import { nameOf as nameOfCode } from '../../names/name-of.ts';
import { statusNames } from '../../names/session-names.ts';
import { PageLoader } from '../../ui/page-loader.tsx';
import classes from './compare-dialog.module.css';
import { comparisonOf } from './compare-sessions.ts';
import { valueDifferences } from './value-differences.ts';
import { valuesInBrief } from '../../features/sessions/values-in-brief.ts';
import { SessionLink } from '../../features/sessions/session-link.tsx';
import { formatDateTime } from '../../ui/format-time.ts';

interface CompareDialogProps {
  session: Session;
  steps: Step[];
  nameOf: (componentId: string) => string;
  onClose: () => void;
}

/** Compares this session with another one of the same workflow. */
export function CompareDialog({ session, steps, nameOf, onClose }: CompareDialogProps) {
  const recent = useQuery(recentSessionsQuery(session.workflowId, false));
  const [otherId, setOtherId] = useState<string | null>(null);
  const others = recent.data?.filter(({ id }) => id !== session.id) ?? [];
  const other = others.find(({ id }) => id === otherId);
  const otherSteps = useQuery({ ...stepsQuery(otherId ?? ''), enabled: otherId !== null });
  return (
    <Modal opened onClose={onClose} title="Compare sessions" size="xl">
      <Stack>
        <Select
          label="Compare with"
          description="One of the newest sessions of this workflow"
          data={others.map(({ id, status, createdAt, placeholderValues }) => ({
            value: id,
            label: [
              formatDateTime(createdAt),
              nameOfCode(statusNames, status),
              valuesInBrief(placeholderValues as JsonObject),
            ]
              .filter(Boolean)
              .join(', '),
          }))}
          value={otherId}
          onChange={setOtherId}
          data-autofocus
        />
        {otherId !== null && otherSteps.isPending && <PageLoader />}
        {other && otherSteps.data && (
          <Comparison session={session} steps={steps} other={other} otherSteps={otherSteps.data} nameOf={nameOf} />
        )}
      </Stack>
    </Modal>
  );
}

interface ComparisonProps extends Omit<CompareDialogProps, 'onClose'> {
  other: Session;
  otherSteps: Step[];
}

function Comparison({ session, steps, other, otherSteps, nameOf }: ComparisonProps) {
  const parts = [
    {
      key: 'values',
      name: 'Placeholder values',
      differences: valueDifferences(session.placeholderValues as Json, other.placeholderValues as Json),
    },
    ...comparisonOf(steps, otherSteps).map(({ componentId, differences }) => ({
      key: componentId,
      name: nameOf(componentId),
      differences,
    })),
  ].filter(({ differences }) => differences.length > 0);
  return (
    <>
      <p className={classes.legend}>
        On the left this session, on the right <SessionLink id={other.id}>{other.id}</SessionLink>.
      </p>
      {parts.length === 0 && <p role="status">The two sessions had the same values, outputs and errors.</p>}
      {parts.map(({ key, name, differences }) => (
        <section key={key}>
          <h3 className={classes.name}>{name}</h3>
          <table className={classes.table}>
            <tbody>
              {differences.map(({ path, before, after }) => (
                <tr key={path}>
                  <th scope="row">{path || 'Value'}</th>
                  <td className={classes.before}>{shown(before)}</td>
                  <td className={classes.after}>{shown(after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </>
  );
}

const MAX_SHOWN = 300;

function shown(value: Json | undefined): string {
  if (value === undefined) return 'Missing';
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
