import { saveOnTile } from '#features/saved/SaveButton.tsx';
import '#features/search/search.css';
import { pageSizes } from '@gyan/contract/limits.ts';
import { type ReactNode, useCallback, useEffect } from 'react';
import {
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
  useNavigation,
  useRevalidator,
} from 'react-router';
import { ContentList } from '#features/feed/ContentList.tsx';
import { popularTags, type SearchTab, searchContent, searchTabOf } from '#features/search/api.ts';
import { Highlighted } from '#features/search/Highlighted.tsx';
import { peopleResults } from '#features/search/lazy-parts.ts';
import { typedWords } from '#features/search/match.ts';
import { NoResults } from '#features/search/NoResults.tsx';
import { PopularTags } from '#features/search/PopularTags.tsx';
import { SearchForm } from '#features/search/SearchForm.tsx';
import { api } from '#features/session/actions.ts';
import { readsAsMember, useReloadAsMember } from '#features/session/as-member.ts';
import { useViewer } from '#features/session/store.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { apiContext } from '#lib/api.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import type { HeadInput } from '#lib/page.ts';
import { pageQuery } from '#lib/page-query.ts';
import { paths, patterns } from '#lib/paths.ts';
import { Alert } from '#ui/Alert.tsx';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LinkTabs } from '#ui/Tabs.tsx';

const limit = pageSizes.search;

async function find(args: LoaderFunctionArgs, q: string, tab: SearchTab) {
  const api = args.context.get(apiContext);
  if (q === '') return { tags: await popularTags(api).catch(() => []) };
  try {
    if (tab === 'people') {
      const { counts } = await searchContent(api, { q, tab: 'cards' }, { limit: 1, counts: true });
      return { counts };
    }
    const query = { ...pageQuery(args.request, limit), counts: true };
    const { counts, ...content } = await searchContent(api, { q, tab }, query);
    return { content, counts };
  } catch (error) {
    // A failed search must not replace the page while the user types.
    if (error instanceof ApiProblem) return { problem: error.detail };
    throw error;
  }
}

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const q = searchParams.get('q')?.trim().slice(0, 200) ?? '';
  const tab = searchTabOf(searchParams.get('t'));
  return { q, tab, asMember: readsAsMember(), ...(await find(args, q, tab)) };
}

type Data = Awaited<ReturnType<typeof loader>>;

export const head = ({ data: { q } }: HeadInput<typeof loader>) =>
  q === '' ? {} : { title: `${q}: search` };

export function Page() {
  const data = useLoaderData<typeof loader>();
  const { q, tab } = data;
  const busy = useBusy();
  useReloadAsMember(data.asMember || q === '');
  return (
    <>
      <PageHead title="Search" />
      <SearchForm q={q} tab={tab} busy={busy} />
      {q === '' ? <PopularTags tags={data.tags ?? []} /> : <Found data={data} />}
    </>
  );
}

function useBusy() {
  const navigation = useNavigation();
  return navigation.location?.pathname === patterns.search;
}

const tabLabels: Record<SearchTab, string> = {
  cards: 'Cards',
  chains: 'Chains',
  subjects: 'Subjects',
  people: 'People',
};

function Found({ data }: { data: Data }) {
  const { q, tab, counts } = data;
  return (
    <>
      <LinkTabs
        label="What to look for"
        value={tab}
        items={Object.entries(tabLabels).map(([value, label]) => ({
          value,
          label,
          count: counts?.[value as SearchTab],
          to: paths.search(q, value),
        }))}
      />
      <div className="search-found">
        {tab === 'people' ? <People q={q} /> : <ContentResults data={data} tab={tab} />}
      </div>
    </>
  );
}

function foundText(count: number, more: boolean) {
  return count === 0 ? 'Not found any.' : `${more ? 'More than ' : ''}${count} found`;
}

function ContentResults({
  data: { q, content, problem },
  tab,
}: {
  data: Data;
  tab: Exclude<SearchTab, 'people'>;
}) {
  const { revalidate, state } = useRevalidator();
  const load = useCallback((cursor: string) => searchContent(api, { q, tab }, { limit, cursor }), [q, tab]);
  const highlight = useCallback(
    (text: string): ReactNode => <Highlighted text={text} typed={typedWords(q)} />,
    [q],
  );
  const found = content && foundText(content.items.length, content.nextCursor !== null);
  useEffect(() => {
    if (found !== undefined) announce(found);
  }, [found]);

  if (!content) {
    return (
      <div className="stack stack-start">
        <Alert tone="danger">{problem}</Alert>
        <Button variant="primary" busy={state === 'loading'} onClick={() => void revalidate()}>
          Retry
        </Button>
      </div>
    );
  }
  if (content.items.length === 0) return <NoResults />;
  return (
    <ContentList
      key={`${tab} ${q}`}
      name={`search ${tab} ${q}`}
      first={content}
      load={load}
      highlight={highlight}
      actions={saveOnTile}
      end="That is all there is."
      eager={2}
      paged
    />
  );
}

function People({ q }: { q: string }) {
  const viewer = useViewer();
  const { pathname, search } = useLocation();
  if (viewer.status === 'in') return <peopleResults.Component q={q} />;
  return (
    <EmptyState
      title="People are found by members"
      action={
        <ButtonLink variant="primary" to={paths.login(pathname + search)}>
          Login
        </ButtonLink>
      }
    >
      Sign in to find people by name and to connect with them.
    </EmptyState>
  );
}
