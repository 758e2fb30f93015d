import { useNavigate } from 'react-router';
import { Link } from '#ui/Link.tsx';
import { queueToast } from '#ui/toast-queue.ts';

interface Created {
  title: string;
  /** The page to open. */
  goOnTo: string;
  /** A link in the toast, where the opened page is not the next step. */
  nextStep?: { label: string; to: string };
}

const linkHidesAfter = 10_000;

/** After a create: opens the next page with a toast. */
export function useAfterCreate() {
  const navigate = useNavigate();
  return async ({ title, goOnTo, nextStep }: Created) => {
    queueToast({
      tone: 'success',
      ...(nextStep && { hideAfter: linkHidesAfter }),
      text: (
        <>
          “{title}” is made.{' '}
          {nextStep && (
            <Link className="link" to={nextStep.to}>
              {nextStep.label}
            </Link>
          )}
        </>
      ),
    });
    await navigate(goOnTo);
  };
}
