import { useEffect } from 'react';
import { useLocation, useNavigation, useRevalidator } from 'react-router';
import { ApiProblem } from '#lib/api-problem.ts';
import { errorTexts } from '#lib/error-texts.ts';
import { paths } from '#lib/paths.ts';
import { setTitle } from '#lib/title.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Notice } from './Notice.tsx';

/** Shows an error message and a way to recover. */
export function ErrorNotice({ error }: { error: unknown }) {
  const { title, text, retry } = errorTexts(error);
  const { pathname, search } = useLocation();
  const { state } = useNavigation();
  const revalidator = useRevalidator();
  const signIn = error instanceof ApiProblem && error.code === 'unauthenticated';

  useEffect(() => {
    setTitle(title);
  }, [title]);

  const tryAgain = () => {
    // A loader can run again; a failed module or a broken page needs a full reload.
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
