import '@mantine/core/styles/Combobox.layer.css';
import { Modal, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { useState } from 'react';
import { Link } from 'react-router';
import { recentSessionsQuery, stepsQuery } from '../api/queries/sessions.ts';
import type { Session, Step } from '../api/types.ts';
import { nameOf as nameOfCode, statusNames } from '../texts/names.ts';
import { texts } from '../texts/sessions.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import classes from './compare-dialog.module.css';
import { comparisonOf } from './compare-sessions.ts';
import { valueDifferences } from './value-differences.ts';
import { valuesInBrief } from './values-in-brief.ts';
import { useCameFrom } from './way-back.tsx';

interface CompareDialogProps {
  session: Session;
  steps: Step[];
  nameOf: (componentId: string) => string;
  onClose: () => void;
}

/** What differs between this session and another one of the same workflow. */
export function CompareDialog({ session, steps, nameOf, onClose }: CompareDialogProps) {
  const recent = useQuery(recentSessionsQuery(session.workflowId, false));
  const [otherId, setOtherId] = useState<string | null>(null);
  const others = recent.data?.filter(({ id }) => id !== session.id) ?? [];
  const other = others.find(({ id }) => id === otherId);
  const otherSteps = useQuery({ ...stepsQuery(otherId ?? ''), enabled: otherId !== null });
  return (
    <Modal opened onClose={onClose} title={texts.compare} size="xl">
      <Stack>
        <Select
          label={texts.compareWith}
          description={texts.oneOfTheNewest}
          data={others.map(({ id, status, createdAt, placeholderValues }) => ({
            value: id,
            label: texts.sessionOf(
              new Date(createdAt).toLocaleString(),
              nameOfCode(statusNames, status),
              valuesInBrief(placeholderValues as JsonObject),
            ),
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
  const cameFrom = useCameFrom();
  const parts = [
    {
      key: 'values',
      name: texts.placeholderValues,
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
        {texts.thisSessionFirst(
          <Link key="other" to={`/sessions/${other.id}`} state={cameFrom}>
            {other.id}
          </Link>,
        )}
      </p>
      {parts.length === 0 && <p role="status">{texts.noDifferences}</p>}
      {parts.map(({ key, name, differences }) => (
        <section key={key}>
          <h3 className={classes.name}>{name}</h3>
          <table className={classes.table}>
            <tbody>
              {differences.map(({ path, before, after }) => (
                <tr key={path}>
                  <th scope="row">{path || texts.value}</th>
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
  if (value === undefined) return texts.missing;
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
