import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { hasStatus } from '../../api/api-error.ts';
import { callerQuery } from '../../api/queries/account.ts';
import { deviceSignInQuery, useAnswerDeviceSignIn } from '../../api/queries/device-sign-in.ts';
import { PageLoader } from '../../ui/page-loader.tsx';
import { Door } from './door.tsx';
import door from './door.module.css';
import { messageOf } from '../../api/outage.ts';
import { FormError } from './form-error.tsx';
import { scopeTexts } from './granted-names.ts';

/** Confirms the code that `workflow login` shows in a terminal. */
export function DevicePage() {
  const [params, setParams] = useSearchParams();
  const code = params.get('code') ?? '';
  const caller = useQuery(callerQuery);
  const asked = useQuery({ ...deviceSignInQuery(code), enabled: code !== '' && caller.data?.role === 'admin' });
  if (caller.isPending) return <PageLoader />;
  if (caller.data?.role !== 'admin')
    return (
      <Door title="Connect the command line" text="Only admins of the organization can create keys for programs." />
    );
  if (asked.data) return <Question key={code} code={code} asked={asked.data} />;
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setParams({ code: String(new FormData(event.currentTarget).get('code')) }, { replace: true });
  }
  return (
    <Door title="Connect the command line" text="Enter the code shown in your terminal.">
      <form className={door.form} onSubmit={submit}>
        <TextInput name="code" label="Code" defaultValue={code} placeholder="BCDF-GHJK" required autoComplete="off" />
        {asked.isError && <FormError message={refusal(asked.error)} />}
        <Button type="submit" loading={asked.isFetching}>
          Continue
        </Button>
      </form>
    </Door>
  );
}

function refusal(error: Error): string {
  return hasStatus(error, 404) ? 'No program is waiting with this code. It may have expired.' : messageOf(error);
}

interface QuestionProps {
  code: string;
  asked: { keyName: string; scopes: string[]; address: string };
}

function Question({ code, asked }: QuestionProps) {
  const [keyName, setKeyName] = useState(asked.keyName);
  const [scopes, setScopes] = useState<string[]>(asked.scopes);
  const answer = useAnswerDeviceSignIn(code);
  const reply = (accepted: boolean) =>
    answer.mutate({ accepted, keyName, scopes: (accepted ? scopes : asked.scopes) as ('run' | 'read' | 'manage')[] });
  if (answer.isSuccess)
    return answer.variables.accepted ? (
      <Door
        title="Signed in"
        text="The program received its API key. You can close this page. The key is listed in the settings."
      />
    ) : (
      <Door title="Refused" text="The program received no key. You can close this page." />
    );
  return (
    <Door
      title="Connect the command line?"
      text={
        `A program at the IP address ${asked.address} shows the code ${code.toUpperCase()}. ` +
        'Continue only if you started it.'
      }
    >
      <div className={door.form}>
        <TextInput
          label="Name of its key"
          value={keyName}
          maxLength={200}
          onChange={(event) => setKeyName(event.currentTarget.value)}
        />
        <Checkbox.Group label="It may" value={scopes} onChange={setScopes}>
          {asked.scopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={scopeTexts[scope] ?? scope} mt="xs" />
          ))}
        </Checkbox.Group>
        {answer.isError && <FormError message={messageOf(answer.error)} />}
        <Group grow>
          <Button variant="default" disabled={answer.isPending} onClick={() => reply(false)}>
            Refuse
          </Button>
          <Button
            loading={answer.isPending}
            disabled={scopes.length === 0 || keyName.trim() === ''}
            onClick={() => reply(true)}
          >
            Connect
          </Button>
        </Group>
      </div>
    </Door>
  );
}
