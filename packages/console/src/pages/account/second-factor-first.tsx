import { Anchor } from '@mantine/core';
import { useSignOut } from '../../api/queries/account.ts';
import { Door } from './door.tsx';
import classes from './door.module.css';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

/** Shown to users who have to set up a second factor before anything else. */
export function SecondFactorFirst() {
  const signOut = useSignOut();
  return (
    <Door title="Set up a second factor" text="Your organization requires one before you can continue.">
      <SetUpSecondFactor />
      <p className={classes.links}>
        <Anchor component="button" type="button" size="sm" onClick={() => signOut.mutate()}>
          Sign out
        </Anchor>
      </p>
    </Door>
  );
}
