import { type ComponentType, Suspense, useEffect } from 'react';
import { Route, Routes } from 'react-router';
import { type ConsolePage, type PageName, PAGES } from '../names/pages.ts';
import { SignedIn } from '../pages/account/signed-in.tsx';
import { loadPart } from '../ui/load-part.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Shell } from './shell/shell.tsx';

type Loader = () => Promise<ComponentType>;

/** Each page is loaded when it is opened. Null if the server renders the page, so the browser must request it. */
const LOADERS: Record<PageName, Loader | null> = {
  signIn: async () => (await import('../pages/account/sign-in-page.tsx')).SignInPage,
  setUp: async () => (await import('../pages/account/set-up-page.tsx')).SetUpPage,
  forgotPassword: async () => (await import('../pages/account/forgot-password-page.tsx')).ForgotPasswordPage,
  resetPassword: async () => (await import('../pages/account/reset-password-page.tsx')).ResetPasswordPage,
  signInLink: async () => (await import('../pages/account/sign-in-link-page.tsx')).SignInLinkPage,
  invitation: async () => (await import('../pages/account/invitation-page.tsx')).InvitationPage,
  authorize: async () => (await import('../pages/account/authorize-page.tsx')).AuthorizePage,
  device: async () => (await import('../pages/account/device-page.tsx')).DevicePage,
  account: async () => (await import('../pages/account/account-page.tsx')).AccountPage,
  overview: async () => (await import('../pages/overview/overview-page.tsx')).OverviewPage,
  workflows: async () => (await import('../pages/workflows/workflows-page.tsx')).WorkflowsPage,
  editor: async () => (await import('../pages/workflow-editor/editor-page.tsx')).EditorPage,
  activity: async () => (await import('../pages/activity/activity-page.tsx')).ActivityPage,
  templates: async () => (await import('../pages/templates/templates-page.tsx')).TemplatesPage,
  schedules: async () => (await import('../pages/schedules/schedules-page.tsx')).SchedulesPage,
  sessions: async () => (await import('../pages/sessions/sessions-page.tsx')).SessionsPage,
  session: async () => (await import('../pages/sessions/session-page.tsx')).SessionPage,
  failures: async () => (await import('../pages/sessions/failures-page.tsx')).FailuresPage,
  tables: async () => (await import('../pages/tables/tables-page.tsx')).TablesPage,
  table: async () => (await import('../pages/tables/table-page.tsx')).TablePage,
  apps: async () => (await import('../pages/apps/apps-page.tsx')).AppsPage,
  app: async () => (await import('../pages/apps/app-page.tsx')).AppPage,
  approvals: async () => (await import('../pages/approvals/approvals-page.tsx')).ApprovalsPage,
  settings: async () => (await import('../pages/settings/settings-page.tsx')).SettingsPage,
  credentialCallback: null,
  credentialClient: null,
  approval: null,
  form: null,
  chat: null,
};

const ROUTES = Object.entries<ConsolePage>(PAGES).map(([name, { path, frame }]) => {
  const load = LOADERS[name as PageName];
  const Page = load === null ? LoadAgain : loadPart(load);
  return { frame, route: <Route key={name} path={path} element={<Page />} /> };
});

export function AppRoutes() {
  return (
    <Suspense fallback={<PageLoader />}>
      <Routes>
        {routesIn('public')}
        <Route element={<SignedIn />}>
          {routesIn('signed-in')}
          <Route element={<Shell />}>
            {routesIn('shell', 'server')}
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Route>
      </Routes>
    </Suspense>
  );
}

function routesIn(...frames: readonly ConsolePage['frame'][]) {
  return ROUTES.filter(({ frame }) => frames.includes(frame)).map(({ route }) => route);
}

/** Asks the service for a page that it makes itself, when a link within the console leads there. */
function LoadAgain() {
  useEffect(() => window.location.reload(), []);
  return <PageLoader />;
}
