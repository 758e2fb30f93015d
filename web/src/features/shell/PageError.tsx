import { useRouteError } from 'react-router';
import { errorNotice } from './lazy-parts.ts';
import { ShellFrame } from './Shell.tsx';

/** What a page shows in its place when it cannot be shown. */
export function PageError() {
  return <errorNotice.Component error={useRouteError()} />;
}

/** The same when not even the frame around the pages could be shown. */
export function RootError() {
  return (
    <ShellFrame>
      <PageError />
    </ShellFrame>
  );
}
