import { useEffect } from 'react';
import { useLocation, useNavigation, useRevalidator, useRouteError } from 'react-router';
import { ApiProblem } from '#lib/api-problem.ts';
import { errorWords } from '#lib/error-words.ts';
import { fullTitle } from '#lib/head.ts';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Notice } from './Notice.tsx';
import { ShellFrame } from './Shell.tsx';

/** What a page shows in its place when it cannot be shown. */
export function PageError() {
  return <ErrorNotice error={useRouteError()} />;
}

/** The same when not even the frame around the pages could be shown. */
export function RootError() {
  return (
    <ShellFrame>
      <PageError />
    </ShellFrame>
  );
}

export function ErrorNotice({ error }: { error: unknown }) {
  const { title, text, retry } = errorWords(error);
  const { pathname, search } = useLocation();
  const { state } = useNavigation();
  const revalidator = useRevalidator();
  const signIn = error instanceof ApiProblem && error.code === 'unauthenticated';

  useEffect(() => {
    document.title = fullTitle(title);
  }, [title]);

  const tryAgain = () => {
    // A loader can simply run again; a file that did not arrive or a page that broke needs a fresh document.
    if (error instanceof ApiProblem) void revalidator.revalidate();
    else location.reload();
  };

  return (
    <Notice
      title={title}
      actions={
        <>
          {retry && (
            <Button
              variant="primary"
              busy={revalidator.state === 'loading' || state === 'loading'}
              onClick={tryAgain}
            >
              Retry
            </Button>
          )}
          {signIn && (
            <ButtonLink variant="primary" to={paths.login(pathname + search)}>
              Login
            </ButtonLink>
          )}
          <ButtonLink to={paths.cards}>See Gyan Cards</ButtonLink>
          <ButtonLink to={paths.landing}>Go to the start</ButtonLink>
        </>
      }
    >
      {text}
    </Notice>
  );
}
