import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';
import { texts } from '../texts/frame.ts';

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
      <EmptyState title={texts.thisPageCouldNotBe} text={text}>
        <Button onClick={() => window.location.reload()}>{texts.reload}</Button>
      </EmptyState>
    );
  }
}
