import '../learning.css';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { StudyModel } from '@gyan/contract/learning.ts';
import { useQuery } from '@tanstack/react-query';
import { BookOpen, Brain, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { Cover } from '#features/tiles/Cover.tsx';
import { SubjectIcon } from '#features/tiles/Icons.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { paths } from '#lib/paths.ts';
import { QueryError } from '#lib/QueryError.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Link } from '#ui/Link.tsx';
import { LampIcon } from '../LampIcon.tsx';
import { LearnSkeleton } from '../LearnSkeleton.tsx';
import { progressText } from '../progress-text.ts';
import { continueHref, hrefOf, placeText, studySizes } from '../study-view.ts';
import { aboutMinutes } from '../time-text.ts';
import { learningOverview } from './queries.ts';

/** When it is opened. */
const learningSettings = lazyPart(async () => (await import('./LearningSettings.tsx')).LearningSettings);

type Overview = AnswerOf<'GET /r/learning'>;

export function LearnHome({ userId }: { userId: number }) {
  return (
    <QueryScope>
      <Home userId={userId} />
    </QueryScope>
  );
}

function Home({ userId }: { userId: number }) {
  const overview = useQuery(learningOverview(userId));
  if (!overview.data) return overview.isPending ? <LearnSkeleton /> : <QueryError query={overview} />;
  const { continueVec, studyVec, studyPostVec, dueMinutes, dayVec, settings } = overview.data;
  const [last, ...others] = continueVec;
  return (
    <div className="learn">
      {last && (
        <section aria-labelledby="learn-continue">
          <h2 id="learn-continue">Continue</h2>
          <ContinueCard study={last} />
          {others.length > 0 && <StudyList studies={others.slice(0, 4)} href={continueHref} />}
        </section>
      )}
      <section aria-labelledby="learn-today">
        <h2 id="learn-today">Today</h2>
        <Today dueMinutes={dueMinutes} studies={studyVec.length + studyPostVec.length} />
        <Weeks days={dayVec} />
      </section>
      <section aria-labelledby="learn-study">
        <h2 id="learn-study">I study</h2>
        {studyVec.length + studyPostVec.length === 0 ? (
          <EmptyState
            icon={<SubjectIcon />}
            title="Nothing yet"
            action={
              <ButtonLink to={paths.trendingSubjects} icon={<BookOpen size={20} aria-hidden="true" />}>
                Find a subject
              </ButtonLink>
            }
          >
            Press Study on a chain or subject, or Remember on a card. What you have read of it comes back
            before you forget it.
          </EmptyState>
        ) : (
          <>
            <StudyList studies={studyVec} href={hrefOf} />
            <SingleCards cards={studyPostVec} />
          </>
        )}
      </section>
      <HowILearn userId={userId} settings={settings} />
    </div>
  );
}

/** Loaded when it is opened for the first time. */
function HowILearn({ userId, settings }: { userId: number; settings: Overview['settings'] }) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details className="learn-settings" onToggle={() => setOpened(true)}>
      <summary>
        <Settings2 size={18} aria-hidden="true" /> How I learn
      </summary>
      {wasOpened && <learningSettings.Component userId={userId} settings={settings} />}
    </details>
  );
}

function ContinueCard({ study }: { study: StudyModel }) {
  return (
    <Link className="continue-card" to={continueHref(study)}>
      <Picture study={study} isFirst />
      <span className="continue-text">
        <span className="continue-title">{study.title}</span>
        {study.place && <span>{placeText(study)}</span>}
        <span className="continue-place">{progressText(study)}</span>
        <Bar study={study} />
      </span>
    </Link>
  );
}

interface PictureProps {
  study: Pick<StudyModel, 'id' | 'title' | 'photoModel'>;
  /** The large one at the top. */
  isFirst?: boolean;
}

function Picture({ study, isFirst = false }: PictureProps) {
  const { sm, md, lg } = study.photoModel?.specMap ?? {};
  const main = md ?? sm;
  const specs = [sm, md, lg].filter((spec) => spec != null);
  const first = {
    srcSet: specs.map(({ url, width }) => `${url} ${width}w`).join(', '),
    sizes: studySizes,
    fetchPriority: 'high',
  } as const;
  return (
    <span className="study-picture">
      {main ? (
        <img
          {...(isFirst ? first : { loading: 'lazy' })}
          src={main.url}
          width={main.width}
          height={main.height}
          alt=""
        />
      ) : (
        <Cover id={study.id} title={study.title} />
      )}
    </span>
  );
}

/** Read and known, as two lengths of one line; the words beside it say the same. */
function Bar({ study: { total, readCount, knownCount } }: { study: StudyModel }) {
  return (
    <svg className="study-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect className="study-bar-all" width="100" height="4" />
      <rect className="study-bar-read" width={total === 0 ? 0 : (100 * readCount) / total} height="4" />
      <rect className="study-bar-known" width={total === 0 ? 0 : (100 * knownCount) / total} height="4" />
    </svg>
  );
}

function StudyList({
  studies,
  href,
}: {
  studies: readonly StudyModel[];
  href: (study: StudyModel) => string;
}) {
  return (
    <ul className="study-list">
      {studies.map((study) => (
        <li key={`${study.kind} ${study.id}`}>
          <Link className="study-list-item" to={href(study)}>
            <Picture study={study} />
            <span className="study-list-text">
              <span className="study-list-title">{study.title}</span>
              <span className="continue-place">{placeText(study) ?? progressText(study)}</span>
              <Bar study={study} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

type SingleCard = Overview['studyPostVec'][number];

function SingleCards({ cards }: { cards: readonly SingleCard[] }) {
  if (cards.length === 0) return null;
  return (
    <>
      <h3>Single cards</h3>
      <ul className="learn-cards">
        {cards.map((card) => (
          <li key={card.id}>
            <Link className="link" to={paths.card(card.urlText)}>
              {card.title}
            </Link>
            {card.aside && <span className="continue-place"> · set aside</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

function Today({ dueMinutes, studies }: { dueMinutes: number; studies: number }) {
  if (dueMinutes > 0) {
    return (
      <ButtonLink variant="primary" size="lg" to={paths.review} icon={<Brain size={22} aria-hidden="true" />}>
        Review · {aboutMinutes(dueMinutes)}
      </ButtonLink>
    );
  }
  return (
    <p className="learn-done">
      <LampIcon size={40} />
      {studies === 0 ? 'Nothing to review yet.' : 'Done for today.'}
    </p>
  );
}

type Day = Overview['dayVec'][number];

/** Four weeks as small dots. No streak, no numbers. */
function Weeks({ days }: { days: readonly Day[] }) {
  const active = days.filter(({ reviews }) => reviews > 0).length;
  return (
    <div>
      <p className="sr-only">
        You reviewed on {active} of the last {days.length} days.
      </p>
      <div className="weeks" aria-hidden="true">
        {days.map(({ day, reviews }) => (
          <span key={day} className={reviews > 0 ? 'weeks-day weeks-filled' : 'weeks-day'} />
        ))}
      </div>
    </div>
  );
}
