import { pageSizes } from '@gyan/contract/limits.ts';
import { type ReactNode, useCallback, useRef } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { GoogleButton } from '#features/auth/GoogleButton.tsx';
import { listTrendingVideos } from '#features/cards/api.ts';
import { listTrendingChains } from '#features/chains/api.ts';
import { listPublicCards } from '#features/feed/api.ts';
import { ContentList } from '#features/feed/ContentList.tsx';
import { ContentTile } from '#features/feed/ContentTile.tsx';
import type { ContentView } from '#features/feed/feed-view.ts';
import { contactForms } from '#features/feedback/lazy-parts.ts';
import { api } from '#features/session/actions.ts';
import { WhenSignedOut } from '#features/session/WhenViewer.tsx';
import { HeroArt } from '#features/shell/HeroArt.tsx';
import { InstallButton } from '#features/shell/InstallButton.tsx';
import { listTrendingSubjects } from '#features/subjects/api.ts';
import { CardIcon, ChainIcon, SubjectIcon } from '#features/tiles/Icons.tsx';
import { TileGrid } from '#features/tiles/TileGrid.tsx';
import { apiContext } from '#lib/api.ts';
import { paths } from '#lib/paths.ts';
import { useSite } from '#lib/site.ts';
import { siteName } from '#lib/title.ts';
import { useNearViewport } from '#lib/use-near-viewport.ts';
import type { PageOf } from '#lib/use-pages.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Link } from '#ui/Link.tsx';

const limit = pageSizes.landing;

/** A section that fails to load is omitted; the page still renders. */
const orEmptyPage = <Item,>(page: Promise<PageOf<Item>>) =>
  page.catch((): PageOf<Item> => ({ items: [], nextCursor: null }));

export async function loader({ context }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  const [feed, videos, subjects, chains] = await Promise.all([
    orEmptyPage(listPublicCards(api, { limit })),
    listTrendingVideos(api, 2 * limit).catch(() => []),
    orEmptyPage(listTrendingSubjects(api, { limit })),
    orEmptyPage(listTrendingChains(api, { limit })),
  ]);
  return {
    feed,
    videos: without(videos, feed.items).slice(0, limit),
    subjects: subjects.items,
    chains: chains.items,
  };
}

/** Nothing is shown twice on the page. */
function without<Item extends { id: number }>(items: Item[], shown: readonly { id: number }[]): Item[] {
  const ids = new Set(shown.map(({ id }) => id));
  return items.filter(({ id }) => !ids.has(id));
}

/** The next cards that are not among the videos; usually one request. */
async function loadCards(after: string, videos: readonly { id: number }[]) {
  let cursor: string | null = after;
  let items: ContentView[] = [];
  while (cursor !== null && items.length === 0) {
    const page = await listPublicCards(api, { limit, cursor });
    items = without(page.items, videos);
    cursor = page.nextCursor;
  }
  return { items, nextCursor: cursor };
}

export const head = () => ({
  canonical: paths.landing,
  jsonLd: {
    '@type': 'WebSite',
    name: siteName,
    description: 'Visual knowledge cards, chains and subjects.',
  },
});

export function Page() {
  const { feed, videos, subjects, chains } = useLoaderData<typeof loader>();
  const loadFeed = useCallback((cursor: string) => loadCards(cursor, videos), [videos]);
  return (
    <>
      <Hero />
      <Features />
      {feed.items.length > 0 && (
        <Section id="new" title="Worth seeing now" more={{ to: paths.cards, label: 'All cards' }}>
          <ContentList name="feed" first={feed} load={loadFeed} headingLevel={3} />
        </Section>
      )}
      <TileSection
        id="videos"
        title="Trending videos"
        content={videos}
        more={{ to: paths.trendingCards, label: 'Trending cards' }}
      />
      <blockquote className="quote">
        <p>The mind is not a vessel to be filled but a fire to be kindled.</p>
        <footer>
          after Plutarch, <cite>On Listening</cite>
        </footer>
      </blockquote>
      <TileSection
        id="subjects"
        title="Trending subjects"
        content={subjects}
        more={{ to: paths.trendingSubjects, label: 'All subjects' }}
      />
      <TileSection
        id="chains"
        title="Trending chains"
        content={chains}
        more={{ to: paths.trendingChains, label: 'All chains' }}
      />
      <WhenSignedOut>
        <Join />
      </WhenSignedOut>
      <Apps />
      <WhyUs />
      <Contact />
    </>
  );
}

function Hero() {
  return (
    <section className="landing-hero">
      <div className="landing-text">
        <h1>Knowledge you can see</h1>
        <p>
          Gyan turns what people know into small visual cards. Read one in a minute, follow a chain to the
          bottom of an idea, or take in a whole subject at your own pace.
        </p>
        <div className="landing-actions">
          <ButtonLink variant="primary" size="lg" to={paths.cards} icon={<CardIcon size={20} />}>
            Gyan Cards
          </ButtonLink>
          <ButtonLink size="lg" to={paths.subjects} icon={<SubjectIcon size={20} />}>
            Subjects
          </ButtonLink>
        </div>
        <WhenSignedOut>
          <SignInActions />
        </WhenSignedOut>
      </div>
      <HeroArt />
    </section>
  );
}

const features = [
  {
    Icon: CardIcon,
    title: 'A card is one idea',
    text: 'A picture, a title and a few honest sentences. Small enough to finish, good enough to remember.',
  },
  {
    Icon: ChainIcon,
    title: 'A chain leads on',
    text: 'Cards in an order that makes sense, so that each one stands on the one before it.',
  },
  {
    Icon: SubjectIcon,
    title: 'A subject binds it all',
    text: 'Chapters of chains, made by somebody who knows the way. Open it anywhere, go at your own pace.',
  },
];

function Features() {
  return (
    <section className="features" aria-label="How Gyan works">
      {features.map(({ Icon, title, text }) => (
        <div key={title} className="feature">
          <Icon size={32} />
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
      ))}
    </section>
  );
}

interface More {
  to: string;
  label: string;
}

function Section({
  id,
  title,
  more,
  children,
}: {
  id: string;
  title: string;
  more: More;
  children: ReactNode;
}) {
  return (
    <section className="landing-section" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        <Link className="link" to={more.to}>
          {more.label}
        </Link>
      </div>
      {children}
    </section>
  );
}

function TileSection({
  id,
  title,
  content,
  more,
}: {
  id: string;
  title: string;
  content: ContentView[];
  more: More;
}) {
  if (content.length === 0) return null;
  return (
    <Section id={id} title={title} more={more}>
      <TileGrid>
        {content.map((item) => (
          <ContentTile key={item.id} content={item} headingLevel={3} />
        ))}
      </TileGrid>
    </Section>
  );
}

function SignInActions() {
  return (
    <div className="landing-actions">
      <ButtonLink to={paths.register}>Sign up</ButtonLink>
      <GoogleButton />
      <ButtonLink to={paths.login()}>Sign in with e-mail</ButtonLink>
    </div>
  );
}

function Join() {
  return (
    <section className="join" aria-labelledby="join">
      <div>
        <h2 id="join">Bring a friend and a question</h2>
        <p>
          Everything here is open to read. With an account you can like and discuss cards, follow topics,
          build a network of people to learn with, and make cards of your own.
        </p>
      </div>
      <SignInActions />
    </section>
  );
}

/** Links to the configured stores; without one, the web app itself can be installed. */
function Apps() {
  const { apple, google } = useSite().appStores;
  const inStore = apple !== null || google !== null;
  return (
    <section className="join" aria-labelledby="apps">
      <div>
        <h2 id="apps">Take it with you</h2>
        <p>
          {inStore
            ? 'The same cards, chains and subjects in your pocket.'
            : 'Gyan runs in the browser of every phone, tablet and computer.'}
        </p>
      </div>
      <div className="landing-actions">
        {apple !== null && <ButtonLink to={apple}>Download on the App Store</ButtonLink>}
        {google !== null && <ButtonLink to={google}>Get it on Google Play</ButtonLink>}
        {!inStore && <InstallButton />}
      </div>
    </section>
  );
}

function WhyUs() {
  return (
    <section className="why" aria-labelledby="why">
      <h2 id="why">Why Gyan?</h2>
      <div className="why-columns">
        <p>
          We remember what we have seen. A drawing of how a lens bends light stays when a page about it has
          long faded, so every card here starts with something to look at.
        </p>
        <p>
          Learning is better in company. People you know show you what moved them, makers answer questions
          under their cards, and the good ones rise because readers say so.
        </p>
        <p>
          Your attention is yours. No advertisements, no endless scroll, no trackers: a list ends when it
          ends, and a video loads only when you press play.
        </p>
      </div>
    </section>
  );
}

/** The forms are lazy: they load when scrolled into view. */
function Contact() {
  const section = useRef<HTMLElement>(null);
  const near = useNearViewport(section);
  const outline = <div className="contact-skeleton" />;
  return (
    <section ref={section} className="contact" aria-labelledby="talk">
      <div className="section-head">
        <h2 id="talk">Talk to us</h2>
      </div>
      {near ? <contactForms.Component fallback={outline} /> : outline}
    </section>
  );
}
