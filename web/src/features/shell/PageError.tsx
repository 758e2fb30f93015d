import { useRouteError } from 'react-router';
import { errorNotice } from './lazy-parts.ts';
import { ShellFrame } from './Shell.tsx';

/** The error boundary of a page. */
export function PageError() {
  return <errorNotice.Component error={useRouteError()} />;
}

/** The error boundary of the whole application. */
export function RootError() {
  return (
    <ShellFrame>
      <PageError />
    </ShellFrame>
  );
}
