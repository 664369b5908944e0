import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { theme } from '../theme/theme.ts';
import { GuardedRouter } from './guarded-router.tsx';
import { queryClient } from './query-client.ts';
import { NotificationArea } from '../ui/notification-area.tsx';
import { PageError } from './page-error.tsx';
import { AppRoutes } from './routes.tsx';

/** Styles are in files: the content security policy allows no style element. */
export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <NotificationArea />
        <PageError>
          <GuardedRouter>
            <AppRoutes />
          </GuardedRouter>
        </PageError>
      </QueryClientProvider>
    </MantineProvider>
  );
}
