import { Button, Group } from '@mantine/core';
import { findCredentialType } from '@workflow/credentials/descriptors';
import type { JsonObject } from '@workflow/workflow-model';
import { SignInButton } from '../../resources/credentials/sign-in-button.tsx';
import { type Credential, useTestCredential } from '../../api/queries/credentials.ts';
import { TestResult } from '../../resources/credentials/test-result.tsx';
import tableClasses from '../../ui/table.module.css';
import { Ago } from '../../ui/time.tsx';
import { UsedBy } from '../../ui/used-by.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';

interface CredentialRowProps {
  credential: Credential;
  onEdit: () => void;
  onDelete: () => void;
}

const STATUS_NAMES: Record<Credential['status'], string> = {
  ready: 'Ready',
  'sign-in-needed': 'Sign-in needed',
};

/** A credential with who uses it, and what its last test found. */
export function CredentialRow({ credential, onEdit, onDelete }: CredentialRowProps) {
  const test = useTestCredential();
  const { id, name, type, status, statusReason, lastUsedAt, usedBy = [] } = credential;
  const isNeeded = status === 'sign-in-needed';
  const used = lastUsedAt ? <Ago time={lastUsedAt} /> : 'Never';
  return (
    <tr>
      <td className={`${tableClasses.grow} ${tableClasses.wrapped}`}>
        <div className={tableClasses.name} title={name}>
          {name}
        </div>
        <div className={tableClasses.soft}>{findCredentialType(type)?.title ?? type}</div>
        <div className={tableClasses.onPhones}>
          {STATUS_NAMES[status]} · Last used: {used}
        </div>
        {statusReason !== null && <div className={`${tableClasses.failed} ${tableClasses.reads}`}>{statusReason}.</div>}
        <UsedBy uses={usedBy} />
        <div aria-live="polite">
          <TestResult test={test} />
        </div>
      </td>
      <td className={tableClasses.wide}>{STATUS_NAMES[status]}</td>
      <td className={tableClasses.wide}>{used}</td>
      <td>
        <Group gap={4} justify="flex-end" className={tableClasses.buttons ?? ''}>
          {signsInByBrowser(credential) && <SignInButton id={id} name={name} isNeeded={isNeeded} />}
          <Button
            size="compact-sm"
            variant="default"
            loading={test.isPending}
            onClick={() => test.mutate(id)}
            aria-label={`Test ${name}`}
          >
            Test
          </Button>
          <Button size="compact-sm" variant="default" onClick={onEdit} aria-label={`Edit ${name}`}>
            Edit
          </Button>
          <RemoveButton label={`Delete ${name}`} onClick={onDelete} />
        </Group>
      </td>
    </tr>
  );
}

function signsInByBrowser({ type, ...fields }: Credential): boolean {
  return findCredentialType(type)?.oauth?.(fields as unknown as JsonObject)?.signsInByBrowser === true;
}
