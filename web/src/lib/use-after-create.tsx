import { useNavigate } from 'react-router';
import { Link } from '#ui/Link.tsx';
import { useToast } from '#ui/toast-context.ts';

interface Made {
  title: string;
  /** The label of the next step. */
  step: string;
  stepTo: string;
  /** The page to open. */
  goOnTo: string;
}

const hideAfter = 10_000;

/** After a create: opens the next page with a toast that links to the next step. */
export function useAfterCreate() {
  const toast = useToast();
  const navigate = useNavigate();
  return async ({ title, step, stepTo, goOnTo }: Made) => {
    toast({
      tone: 'success',
      hideAfter,
      text: (
        <>
          “{title}” is made.{' '}
          <Link className="link" to={stepTo}>
            {step}
          </Link>
        </>
      ),
    });
    await navigate(goOnTo);
  };
}
