import { pageErrorNotice } from './lazy-parts.ts';
import { ShellFrame } from './Shell.tsx';

/** The error boundary of a page. */
export function PageError() {
  return <pageErrorNotice.Component />;
}

/** The error boundary of the whole application. */
export function RootError() {
  return (
    <ShellFrame>
      <PageError />
    </ShellFrame>
  );
}
