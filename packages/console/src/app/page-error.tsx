import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';

/** Shown when a page cannot be rendered, or its script cannot be loaded (after a new release). */
export class PageError extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const text = error instanceof Error ? error.message : String(error);
    return (
      <EmptyState title="This page could not be displayed" text={text}>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </EmptyState>
    );
  }
}
