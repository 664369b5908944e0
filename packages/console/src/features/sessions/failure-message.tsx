import { Anchor } from '@mantine/core';
import { Link } from 'react-router';

const NAMED_SESSION = /(?<=\bsession )([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

/** Shows the message of a failure. A session that it names, such as the failed child, is a link. */
export function FailureMessage({ message }: { message: string }) {
  const [before, id, after] = message.split(NAMED_SESSION);
  if (id === undefined) return message;
  return (
    <>
      {before}
      <Anchor component={Link} to={`/sessions/${id}`} fz="inherit" underline="always">
        {id}
      </Anchor>
      {after}
    </>
  );
}
