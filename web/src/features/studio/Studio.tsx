import './studio.css';
import type { PostModel, PostType } from '@gyan/contract/cards.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import type { StoredCard } from '#features/drafts/card-content.ts';
import { DraftConflict } from '#features/drafts/DraftConflict.tsx';
import { type OpenDraft, withScene } from '#features/drafts/open-draft.ts';
import { api } from '#features/session/actions.ts';
import { paths } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { storedValue } from '#lib/stored-value.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Link } from '#ui/Link.tsx';
import { LinkTabs } from '#ui/Tabs.tsx';
import { AiTab } from './AiTab.tsx';
import { CustomTab } from './CustomTab.tsx';
import type { TabProps } from './card-form.ts';
import { DrawTab } from './DrawTab.tsx';
import { createOpenDrafts, type OpenDrafts } from './open-drafts.ts';
import { VideoTab } from './VideoTab.tsx';

interface TabKind {
  label: string;
  type: PostType;
  Panel: ComponentType<TabProps>;
}

const tabs = {
  video: { label: 'Video', type: 'kVideo', Panel: VideoTab },
  ai: { label: 'AI', type: 'kAIAssisted', Panel: AiTab },
  custom: { label: 'Custom', type: 'kCustom', Panel: CustomTab },
  draw: { label: 'Draw', type: 'kDrawn', Panel: DrawTab },
} satisfies Record<string, TabKind>;

type Tab = keyof typeof tabs;

const tabNames = Object.keys(tabs) as Tab[];
const isTab = (value: string | null | undefined): value is Tab => value != null && Object.hasOwn(tabs, value);
const tabOfType = (type: PostType) => tabNames.find((name) => tabs[name].type === type) ?? 'custom';

const lastTab = storedValue<string>('localStorage', 'createTab');

const searchOf = (tab: Tab, draftId: number | undefined) =>
  `?tab=${tab}${draftId === undefined ? '' : `&draft=${draftId}`}`;

export interface StudioProps {
  user: UserModel;
  /** Shows a draft once it is loaded, with its loading and error states. */
  Loaded: ComponentType<{
    query: ReturnType<typeof useStoredDraft>;
    children: (card: StoredCard) => ReactNode;
  }>;
}

/** Create: a tab for each kind of card. The address names the draft, so that a reload goes on with it. */
export function Studio({ user, Loaded }: StudioProps) {
  const params = useSearchParams()[0];
  const draftId = Number(params.get('draft')) || undefined;
  const tab = [params.get('tab'), lastTab.read()].find(isTab) ?? 'custom';
  const [drafts] = useState(() => createOpenDrafts(user));
  useSaveOnLeave(drafts, user.userId);

  // What the address stood for when it was opened: a new card gets its id while it is shown.
  const [shown, setShown] = useState<{ address: string; draft: OpenDraft | undefined }>();
  const address = searchOf(tab, draftId);
  const draft = shown?.address === address ? shown.draft : drafts.find(tabs[tab].type, draftId);
  if (shown?.address !== address) setShown({ address, draft });

  if (draftId !== undefined && !draft) {
    return (
      <StoredDraft
        user={user}
        draftId={draftId}
        Loaded={Loaded}
        onLoaded={(card) => setShown({ address, draft: drafts.open(card) })}
      />
    );
  }
  return draft && <TabOf drafts={drafts} draft={draft} user={user} draftId={draftId} />;
}

const useStoredDraft = (userId: number, draftId: number) =>
  useQuery({
    queryKey: queryKeys.draft(userId, draftId),
    queryFn: async () =>
      withScene((await api('GET /r/post', { query: { postId: String(draftId) } })).postModel),
    // It may have changed on another device.
    staleTime: 0,
    gcTime: 0,
  });

interface StoredDraftProps extends StudioProps {
  draftId: number;
  onLoaded: (card: StoredCard) => void;
}

function StoredDraft({ user, draftId, Loaded, onLoaded }: StoredDraftProps) {
  const query = useStoredDraft(user.userId, draftId);
  return (
    <Loaded query={query}>
      {(card) =>
        card.visibility === 'draft' && card.can?.edit ? (
          <Opened onShown={() => onLoaded(card)} />
        ) : (
          <Navigate to={paths.card(card.urlText)} replace />
        )
      }
    </Loaded>
  );
}

function Opened({ onShown }: { onShown: () => void }) {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when it is mounted
  useEffect(onShown, []);
  return null;
}

interface TabOfProps {
  drafts: OpenDrafts;
  draft: OpenDraft;
  user: UserModel;
  /** Of the address. */
  draftId: number | undefined;
}

function TabOf({ drafts, draft, user, draftId }: TabOfProps) {
  const { autosave, type } = draft;
  const navigate = useNavigate();
  const tab = tabOfType(type);
  const { label, Panel } = tabs[tab];
  const state = useSyncExternalStore(autosave.subscribe, autosave.state);
  const cardId = useSyncExternalStore(autosave.subscribe, autosave.cardId);
  // The form takes its first values from the draft: another version needs another form.
  const [version, setVersion] = useState(0);
  useEffect(() => lastTab.write(tab), [tab]);
  useEffect(() => {
    drafts.show(draft);
    // Sends what was not saved at the last visit.
    void draft.autosave.save();
    return () => void draft.autosave.save();
  }, [drafts, draft]);
  useEffect(() => {
    if (cardId === draftId || cardId === undefined || draft.isSubmitted()) return;
    void navigate({ search: searchOf(tab, cardId) }, { replace: true, preventScrollReset: true });
  }, [cardId, draftId, draft, tab, navigate]);

  const items = tabNames.map((name) => ({
    value: name,
    label: tabs[name].label,
    to: { search: searchOf(name, name === tab ? cardId : drafts.lastId(tabs[name].type)) },
  }));
  return (
    <div className="studio-page">
      <LinkTabs label="Kinds of card" items={items} value={tab} />
      <section aria-label={label}>
        {state.status === 'conflict' && (
          <DraftConflict
            mine={autosave.content()}
            theirs={state.theirs}
            onKeepMine={() => void autosave.keepMine(state.theirs)}
            onTakeTheirs={() => {
              autosave.takeTheirs(state.theirs);
              setVersion(version + 1);
            }}
          />
        )}
        {state.status === 'published' && (
          <AlreadyPublished card={state.card} onSaveAsNew={() => void autosave.saveAsNew()} />
        )}
        <Panel key={`${drafts.keyOf(draft)} ${version}`} user={user} draft={draft} />
      </section>
    </div>
  );
}

function AlreadyPublished({ card, onSaveAsNew }: { card: PostModel; onSaveAsNew: () => void }) {
  return (
    <Alert title="This card is published now">
      <p>
        What you write here is no longer saved to it.{' '}
        <Link className="link" to={paths.card(card.urlText)}>
          Open the card
        </Link>
      </p>
      <Button size="sm" onClick={onSaveAsNew}>
        Save what is here as a new draft
      </Button>
    </Alert>
  );
}

/** Saves when the page is hidden or left, and when the connection is back. */
function useSaveOnLeave(drafts: OpenDrafts, userId: number) {
  const client = useQueryClient();
  useEffect(() => {
    const leave = () => void drafts.saveAll({ keepalive: true });
    const hide = () => {
      if (document.visibilityState === 'hidden') leave();
    };
    const retry = () => void drafts.saveAll();
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    addEventListener('online', retry);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
      removeEventListener('online', retry);
      // The list of drafts may be the next page.
      void drafts.saveAll().then(() => client.invalidateQueries({ queryKey: queryKeys.drafts(userId) }));
    };
  }, [drafts, client, userId]);
}
