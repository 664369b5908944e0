import { createBrowserRouter } from 'react-router';
import { SignedIn } from '../account/signed-in.tsx';
import { Shell } from '../shell/shell.tsx';
import { WorkflowsPage } from '../workflows/workflows-page.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PageError } from './page-error.tsx';

/** Pages that the workflows list does not need are loaded when they are opened. */
export const router = createBrowserRouter([
  {
    errorElement: <PageError />,
    hydrateFallbackElement: <PageLoader />,
    children: [
      { path: '/sign-in', lazy: async () => ({ Component: (await import('../account/sign-in-page.tsx')).SignInPage }) },
      { path: '/set-up', lazy: async () => ({ Component: (await import('../account/set-up-page.tsx')).SetUpPage }) },
      { path: '/invitations/:invitationId', lazy: async () => ({ Component: (await import('../account/invitation-page.tsx')).InvitationPage }) },
      {
        element: <SignedIn />,
        children: [
          {
            element: <Shell />,
            children: [
              { index: true, lazy: async () => ({ Component: (await import('../overview/overview-page.tsx')).OverviewPage }) },
              { path: '/workflows', element: <WorkflowsPage /> },
              { path: '/workflows/:workflowId', lazy: async () => ({ Component: (await import('../editor/editor-page.tsx')).EditorPage }) },
              { path: '/sessions', lazy: async () => ({ Component: (await import('../sessions/sessions-page.tsx')).SessionsPage }) },
              { path: '/sessions/:sessionId', lazy: async () => ({ Component: (await import('../sessions/session-page.tsx')).SessionPage }) },
              { path: '/settings/:tab?', lazy: async () => ({ Component: (await import('../settings/settings-page.tsx')).SettingsPage }) },
              { path: '*', element: <NotFoundPage /> },
            ],
          },
        ],
      },
    ],
  },
]);
