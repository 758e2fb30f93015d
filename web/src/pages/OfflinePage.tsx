import { Notice } from '#features/shell/Notice.tsx';
import { offlineProblem } from '#lib/api-problem.ts';
import { errorTexts } from '#lib/error-texts.ts';

export const head = () => ({ description: 'Gyan without a connection.' });

/** The service worker shows it at any address while there is no network, without the scripts. */
export function Page() {
  const { title, text } = errorTexts(offlineProblem());
  return (
    <Notice
      title={title}
      actions={
        // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty address loads the current one again
        <a className="btn btn-primary" href="">
          Try again
        </a>
      }
    >
      {text}
    </Notice>
  );
}
