import { Suspense, useEffect } from 'react';
import { Route, Routes } from 'react-router';
import { SignedIn } from '../pages/account/signed-in.tsx';
import { Shell } from './shell/shell.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { loadPart } from '../ui/load-part.tsx';

/** Each page is loaded when it is opened. */
const SignInPage = loadPart(async () => (await import('../pages/account/sign-in-page.tsx')).SignInPage);
const SetUpPage = loadPart(async () => (await import('../pages/account/set-up-page.tsx')).SetUpPage);
const ForgotPasswordPage = loadPart(
  async () => (await import('../pages/account/forgot-password-page.tsx')).ForgotPasswordPage,
);
const ResetPasswordPage = loadPart(
  async () => (await import('../pages/account/reset-password-page.tsx')).ResetPasswordPage,
);
const InvitationPage = loadPart(async () => (await import('../pages/account/invitation-page.tsx')).InvitationPage);
const OverviewPage = loadPart(async () => (await import('../pages/overview/overview-page.tsx')).OverviewPage);
const WorkflowsPage = loadPart(async () => (await import('../pages/workflows/workflows-page.tsx')).WorkflowsPage);
const EditorPage = loadPart(async () => (await import('../pages/workflow-editor/editor-page.tsx')).EditorPage);
const ActivityPage = loadPart(async () => (await import('../pages/activity/activity-page.tsx')).ActivityPage);
const SchedulesPage = loadPart(async () => (await import('../pages/schedules/schedules-page.tsx')).SchedulesPage);
const SessionsPage = loadPart(async () => (await import('../pages/sessions/sessions-page.tsx')).SessionsPage);
const SessionPage = loadPart(async () => (await import('../pages/sessions/session-page.tsx')).SessionPage);
const ApprovalsPage = loadPart(async () => (await import('../pages/approvals/approvals-page.tsx')).ApprovalsPage);
const TablesPage = loadPart(async () => (await import('../pages/tables/tables-page.tsx')).TablesPage);
const TablePage = loadPart(async () => (await import('../pages/tables/table-page.tsx')).TablePage);
const TemplatesPage = loadPart(async () => (await import('../pages/templates/templates-page.tsx')).TemplatesPage);
const AccountPage = loadPart(async () => (await import('../pages/account/account-page.tsx')).AccountPage);
const AuthorizePage = loadPart(async () => (await import('../pages/account/authorize-page.tsx')).AuthorizePage);
const DevicePage = loadPart(async () => (await import('../pages/account/device-page.tsx')).DevicePage);
const SettingsPage = loadPart(async () => (await import('../pages/settings/settings-page.tsx')).SettingsPage);

export function AppRoutes() {
  return (
    <Suspense fallback={<PageLoader />}>
      <Routes>
        <Route path="/sign-in" element={<SignInPage />} />
        <Route path="/set-up" element={<SetUpPage />} />
        <Route path="/forgot-password" element={<ForgotPasswordPage />} />
        <Route path="/reset-password" element={<ResetPasswordPage />} />
        <Route path="/invitations/:invitationId" element={<InvitationPage />} />
        <Route element={<SignedIn />}>
          <Route path="/authorize" element={<AuthorizePage />} />
          <Route path="/device" element={<DevicePage />} />
          <Route element={<Shell />}>
            <Route index element={<OverviewPage />} />
            <Route path="/workflows" element={<WorkflowsPage />} />
            <Route path="/workflows/:workflowId" element={<EditorPage />} />
            <Route path="/workflows/:workflowId/activity" element={<ActivityPage />} />
            <Route path="/templates" element={<TemplatesPage />} />
            <Route path="/schedules" element={<SchedulesPage />} />
            <Route path="/sessions" element={<SessionsPage />} />
            <Route path="/sessions/:sessionId" element={<SessionPage />} />
            <Route path="/tables" element={<TablesPage />} />
            <Route path="/tables/:tableName" element={<TablePage />} />
            <Route path="/account" element={<AccountPage />} />
            <Route path="/settings/:tab?" element={<SettingsPage />} />
            <Route path="/credentials/callback" element={<LoadAgain />} />
            <Route path="/approvals" element={<ApprovalsPage />} />
            <Route path="/approvals/:address" element={<LoadAgain />} />
            <Route path="/forms/:formId" element={<LoadAgain />} />
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Route>
      </Routes>
    </Suspense>
  );
}

/** Of a page that the service makes itself: reached from within the console, it is asked for. */
function LoadAgain() {
  useEffect(() => window.location.reload(), []);
  return <PageLoader />;
}
