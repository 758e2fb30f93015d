import '#features/learning/learning.css';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DemoReview } from '#features/learning/DemoReview.tsx';
import { LearnSkeleton } from '#features/learning/LearnSkeleton.tsx';
import { learnHome } from '#features/learning/lazy-parts.ts';
import { useMember, useViewer } from '#features/session/store.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { apiContext } from '#lib/api.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';

export async function loader({ context }: LoaderFunctionArgs) {
  return context.get(apiContext)('GET /review_demo');
}

export const head = () => ({
  description: 'Read a card once, remember it for good: a few minutes of review a day, at the right moment.',
});

export function Page() {
  const { status } = useViewer();
  const member = useMember();
  return (
    <>
      <PageHead title="Learn" />
      {member ? (
        <learnHome.Component userId={member.userId} fallback={<LearnSkeleton />} />
      ) : (
        status === 'unknown' && (
          <div className="when-in">
            <LearnSkeleton />
          </div>
        )
      )}
      {status !== 'in' && (
        <div className="when-out">
          <ForVisitors />
        </div>
      )}
    </>
  );
}

function ForVisitors() {
  const { reviewItem } = useLoaderData<typeof loader>();
  return (
    <div className="learn-visitor">
      <div className="stack">
        <p className="learn-lead">What you read here can stay with you.</p>
        <p>
          Press Study on a chain or subject, and its cards come back just before you would forget them: first
          after a day, then after a week, then after a month. A few minutes a day are enough, and nothing
          piles up when you take a break. Only you see what you remember.
        </p>
        <p>
          <ButtonLink variant="primary" to={paths.register}>
            Create an account
          </ButtonLink>
        </p>
      </div>
      {reviewItem && <DemoReview item={reviewItem} />}
    </div>
  );
}
