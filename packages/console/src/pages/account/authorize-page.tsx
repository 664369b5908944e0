import '@mantine/core/styles/Combobox.layer.css';
import { Button, Group, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { accountQuery, organizationsQuery, useAccount } from '../../api/queries/account.ts';
import { auth } from '../../api/auth-client.ts';
import { authorizingClientQuery, useAnswerAuthorization } from '../../api/queries/authorization.ts';
import { isOutage, messageOf } from '../../api/outage.ts';
import { FormError } from './form-error.tsx';
import { Door } from './door.tsx';
import { DoorOutage } from './door-outage.tsx';
import door from './door.module.css';
import { PageLoader } from '../../ui/page-loader.tsx';
import classes from './authorize-page.module.css';
import { grantedNames } from './granted-names.ts';

/**
 * Asks whether a client may act for the person who is signed in. The service signed the address of this page, and
 * checks it with the answer.
 */
export function AuthorizePage() {
  const [params] = useSearchParams();
  const clientId = params.get('client_id') ?? '';
  const client = useQuery({ ...authorizingClientQuery(clientId), enabled: clientId !== '' });
  const refused = params.get('error_description') ?? params.get('error');
  if (refused !== null || clientId === '')
    return <Door title="This application cannot be connected" text={refused ?? 'The URL is not complete.'} />;
  if (client.isPending) return <PageLoader />;
  if (isOutage(client.error)) return <DoorOutage error={client.error} onRetry={() => void client.refetch()} />;
  if (client.isError)
    return <Door title="This application cannot be connected" text="It is no longer registered here." />;
  const name = client.data.client_name ?? clientId;
  return (
    <Door title={`Connect ${name}?`} text={<FromWhere name={name} redirectUri={params.get('redirect_uri') ?? ''} />}>
      <Question scopes={(params.get('scope') ?? '').split(' ')} />
    </Door>
  );
}

/** The application chooses its name. It cannot hide the address that receives the answer. */
function FromWhere({ name, redirectUri }: { name: string; redirectUri: string }) {
  const url = URL.parse(redirectUri);
  const isSite = url !== null && /^https?:$/.test(url.protocol);
  const isHere = isSite && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const elsewhere = isSite ? url.host : `the installed application that opens ${url?.protocol ?? redirectUri}`;
  const place = isHere ? 'a program on this computer' : elsewhere;
  return (
    <span className={door.long}>
      An application called “{name}” asks for access. If you allow it, access is given to {place}.
    </span>
  );
}

function Question({ scopes }: { scopes: readonly string[] }) {
  const account = useAccount();
  const queryClient = useQueryClient();
  const { data: organizations = [] } = useQuery(organizationsQuery);
  const answer = useAnswerAuthorization();
  const { organizationId } = account;
  const reply = (accept: boolean) =>
    answer.mutate({ accept, oauth_query: window.location.search.slice(1), organization_id: organizationId });
  const choose = async (id: string) => {
    await auth.setActiveOrganization(id);
    await queryClient.refetchQueries(accountQuery);
  };
  return (
    <div className={door.form}>
      <NativeSelect
        label="Organization"
        data={organizations.map(({ id, name }) => ({ value: id, label: name }))}
        value={organizationId ?? ''}
        onChange={(event) => void choose(event.currentTarget.value)}
      />
      <div>
        <p className={classes.lead}>As {account.email} it may:</p>
        <ul className={classes.list}>
          {grantedNames(scopes).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
      {answer.isError && <FormError message={messageOf(answer.error)} />}
      <Group grow>
        <Button variant="default" disabled={answer.isPending} onClick={() => reply(false)}>
          Deny
        </Button>
        <Button loading={answer.isPending} disabled={organizationId === null} onClick={() => reply(true)}>
          Allow
        </Button>
      </Group>
    </div>
  );
}
