import { useNavigate } from 'react-router';
import { Link } from '#ui/Link.tsx';
import { useToast } from '#ui/toast-context.ts';

interface Made {
  title: string;
  /** What one would do with it next, and where. */
  step: string;
  stepTo: string;
  /** The page to go on to. */
  goOnTo: string;
}

const hideAfter = 10_000;

/** After something is made: the next page, where a note says so and leads to the next step. */
export function useMade() {
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
