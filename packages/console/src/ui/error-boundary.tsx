import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { hasStatus } from '../api/api-error.ts';
import { ErrorNotice } from './error-notice.tsx';
import { forgetFailedLoads } from './load-part.tsx';
import classes from './error-boundary.module.css';

interface CatcherProps {
  children: ReactNode;
  onReset: () => void;
  missing: ReactNode;
  place?: string;
  className?: string | undefined;
}

class Catcher extends Component<CatcherProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidUpdate({ place }: CatcherProps) {
    if (this.state.error !== null && place !== this.props.place) this.retry();
  }

  retry = (): void => {
    forgetFailedLoads();
    this.props.onReset();
    this.setState({ error: null });
  };

  override render() {
    if (this.state.error === null) return this.props.children;
    if (hasStatus(this.state.error, 404) || hasStatus(this.state.error, 410)) return this.props.missing;
    return (
      <div className={this.props.className}>
        <div className={classes.root}>
          <ErrorNotice error={this.state.error} onRetry={this.retry} />
        </div>
      </div>
    );
  }
}

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Shown when what the children ask for does not exist: trying again would not help. */
  missing: ReactNode;
  /** An error is forgotten when this changes. */
  place?: string;
  /** The class of the notice that replaces the children. */
  className?: string | undefined;
}

/** Shows an error of its children, with a button to try again. */
export function ErrorBoundary({ children, ...rest }: ErrorBoundaryProps) {
  const { reset } = useQueryErrorResetBoundary();
  return (
    <Catcher onReset={reset} {...rest}>
      {children}
    </Catcher>
  );
}
