import '#features/cards/cards.css';
import '#features/profiles/profiles.css';
import { pageSizes } from '@gyan/contract/limits.ts';
import { ExternalLink, Pencil, Pin } from 'lucide-react';
import { useCallback, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { ShareButton } from '#features/cards/ShareButton.tsx';
import type { ConnectionState } from '#features/connections/connection-state.ts';
import { ContentList } from '#features/feed/ContentList.tsx';
import { type Profile, type ProfileListName, readProfile, readProfileList } from '#features/profiles/api.ts';
import { profileActions } from '#features/profiles/lazy-parts.ts';
import { saveOnTile } from '#features/saved/SaveButton.tsx';
import { api } from '#features/session/actions.ts';
import { isCreator, useViewer } from '#features/session/store.ts';
import { errorNotice } from '#features/shell/lazy-parts.ts';
import { CardIcon, ChainIcon, SubjectIcon } from '#features/tiles/Icons.tsx';
import { firstWords, previewWordCount } from '#features/tiles/text.ts';
import { apiContext } from '#lib/api.ts';
import { notFoundProblem } from '#lib/api-problem.ts';
import type { HeadInput } from '#lib/page.ts';
import { pageQuery } from '#lib/page-query.ts';
import { paths } from '#lib/paths.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Link } from '#ui/Link.tsx';
import { LinkTabs } from '#ui/Tabs.tsx';

const limit = pageSizes.profile;

const listDetails = {
  cards: { label: 'Cards', one: 'Card', full: 'Gyan Cards', Icon: CardIcon, create: paths.createCard },
  chains: {
    label: 'Chains',
    one: 'Chain',
    full: 'Gyan Chains',
    Icon: ChainIcon,
    create: paths.createChain(),
  },
  subjects: {
    label: 'Subjects',
    one: 'Subject',
    full: 'Subjects',
    Icon: SubjectIcon,
    create: paths.createSubject,
  },
};

const names = Object.keys(listDetails) as ProfileListName[];
const isProfileList = (value: string | null): value is ProfileListName =>
  value !== null && Object.hasOwn(listDetails, value);

export function loader({ context, params, request }: LoaderFunctionArgs) {
  const page = pageQuery(request, limit);
  const tab = new URL(request.url).searchParams.get('tab');
  // A cursor belongs to one list.
  const only = page.cursor === undefined ? undefined : isProfileList(tab) ? tab : 'cards';
  return readProfile(context.get(apiContext), params.id ?? '', { ...page, only });
}

const countText = ({ lists }: Profile, list: ProfileListName) =>
  `${lists[list].count} ${lists[list].count === 1 ? listDetails[list].one : listDetails[list].label}`;

export function head({ data: profile }: HeadInput<typeof loader>) {
  const nonEmpty = names.filter((list) => profile.lists[list].count > 0);
  const counts = nonEmpty.map((list) => countText(profile, list)).join(', ');
  const { name, href, largePhotoUrl, linkedin, bio } = profile;
  return {
    title: name,
    description: bio
      ? firstWords(bio, previewWordCount)
      : counts === ''
        ? `${name} is on Gyan.`
        : `${name} on Gyan: ${counts}.`,
    canonical: href,
    feed: `up/${profile.userId}`,
    embeds: true,
    image: { url: paths.shareImage('up', profile.userId), alt: name },
    jsonLd: {
      '@type': 'ProfilePage',
      mainEntity: {
        '@type': 'Person',
        name,
        url: href,
        identifier: String(profile.userId),
        image: largePhotoUrl ?? undefined,
        description: bio ?? undefined,
        sameAs: linkedin ? [linkedin] : undefined,
      },
    },
  };
}

export function Page() {
  const profile = useLoaderData<typeof loader>();
  return <ProfileView key={profile.userId} profile={profile} />;
}

function ProfileView({ profile }: { profile: Profile }) {
  const wanted = useSearchParams()[0].get('tab');
  const [connectionState, setConnectionState] = useState<ConnectionState | 'unavailable'>();
  const list = isProfileList(wanted) ? wanted : 'cards';
  if (connectionState === 'unavailable') {
    return <errorNotice.Component error={notFoundProblem('There is nothing at this address.')} />;
  }
  const items = names.map((value) => ({
    value,
    label: listDetails[value].label,
    // Zero is not shown.
    count: profile.lists[value].count || undefined,
    to: paths.profileTab(profile.userId, value),
  }));
  return (
    <>
      <ProfileHead profile={profile} onConnectionState={setConnectionState} />
      {connectionState === 'blocked' ? (
        <EmptyState title={`You have blocked ${profile.name}.`}>
          Neither of you sees what the other shares.
        </EmptyState>
      ) : (
        <>
          <LinkTabs label={`What ${profile.name} has made`} items={items} value={list} />
          <section className="profile-list" aria-label={listDetails[list].label}>
            <ProfileContentList key={list} profile={profile} list={list} />
          </section>
        </>
      )}
    </>
  );
}

interface ProfileHeadProps {
  profile: Profile;
  onConnectionState: (connectionState: ConnectionState | 'unavailable') => void;
}

function ProfileHead({ profile, onConnectionState }: ProfileHeadProps) {
  const { name, photoUrl, linkedin, bio, topics } = profile;
  const nonEmpty = names.filter((list) => profile.lists[list].count > 0);
  return (
    <header className="profile-head">
      <Avatar size="lg" name={name} photoUrl={photoUrl} />
      <div className="profile-text">
        <h1>{name}</h1>
        {nonEmpty.length > 0 && (
          <p className="profile-counts">
            {nonEmpty.map((list) => (
              <span key={list}>
                <strong>{profile.lists[list].count}</strong> {countText(profile, list).replace(/^\d+ /, '')}
              </span>
            ))}
          </p>
        )}
        {bio && <p className="profile-bio">{bio}</p>}
        {topics.length > 0 && (
          <ul className="card-tags" aria-label="Topics">
            {topics.map((topic) => (
              <li key={topic.id}>
                <Link to={paths.search(topic.name)}>{topic.name}</Link>
              </li>
            ))}
          </ul>
        )}
        {linkedin && (
          <a className="link profile-link" href={linkedin} target="_blank" rel="noopener noreferrer nofollow">
            LinkedIn profile
            <ExternalLink size={16} aria-hidden="true" />
          </a>
        )}
        <p className="profile-share">
          <ShareButton title={name} path={profile.href} size="sm" />
        </p>
      </div>
      <Actions userId={profile.userId} onConnectionState={onConnectionState} />
    </header>
  );
}

/** The viewer's actions: none for visitors; for signed-in viewers the space is reserved. */
function Actions({
  userId,
  onConnectionState,
}: {
  userId: number;
  onConnectionState: ProfileHeadProps['onConnectionState'];
}) {
  const viewer = useViewer();
  if (viewer.status === 'out') return null;
  if (viewer.status === 'unknown') {
    return (
      <div className="when-in">
        <div className="profile-actions" />
      </div>
    );
  }
  if (viewer.user.userId === userId) {
    return (
      <div className="profile-actions">
        <div className="profile-buttons">
          <ButtonLink to={paths.settings} icon={<Pencil size={18} aria-hidden="true" />}>
            Edit profile
          </ButtonLink>
        </div>
      </div>
    );
  }
  if (viewer.user.emailVerified === false) return null;
  return (
    <div className="profile-actions">
      <profileActions.Component userId={userId} onConnectionState={onConnectionState} />
    </div>
  );
}

function ProfileContentList({ profile, list }: { profile: Profile; list: ProfileListName }) {
  const { userId, name } = profile;
  const { label, full, Icon } = listDetails[list];
  const pinned = list === 'cards' ? profile.pinned : null;
  const pinnedId = pinned?.id;
  const first = pinned ? pinnedFirst(profile.lists.cards, pinned) : profile.lists[list];
  const loadMore = useCallback(
    async (cursor: string) => {
      const page = await readProfileList(api, userId, list, { limit, cursor });
      return { ...page, items: page.items.filter(({ id }) => id !== pinnedId) };
    },
    [userId, list, pinnedId],
  );
  if (first.items.length === 0) {
    return (
      <EmptyState icon={<Icon />} action={<Create userId={userId} list={list} />}>
        Looks like {name} hasn't shared any {full} yet. Check back soon to see what they share with the
        community!
      </EmptyState>
    );
  }
  return (
    <ContentList
      name={`profile ${userId} ${list}`}
      first={first}
      load={loadMore}
      actions={saveOnTile}
      label={`Load More ${label}`}
      end={first.nextCursor === null ? null : `That is everything ${name} has shared here.`}
      eager={2}
      paged
      caption={({ id }) => id === pinnedId && pinnedCaption}
    />
  );
}

/** The pinned card comes first and is not repeated. */
const pinnedFirst = (cards: Profile['lists']['cards'], pinned: NonNullable<Profile['pinned']>) => ({
  ...cards,
  items: [pinned, ...cards.items.filter(({ id }) => id !== pinned.id)],
});

const pinnedCaption = (
  <span className="profile-pinned">
    <Pin size={16} aria-hidden="true" />
    Pinned
  </span>
);

/** On the viewer's own profile, if the role allows it. */
function Create({ userId, list }: { userId: number; list: ProfileListName }) {
  const viewer = useViewer();
  if (viewer.status !== 'in' || viewer.user.userId !== userId || !isCreator(viewer.user)) return null;
  const { one, create } = listDetails[list];
  return (
    <ButtonLink variant="primary" to={create}>
      Create a {one}
    </ButtonLink>
  );
}
