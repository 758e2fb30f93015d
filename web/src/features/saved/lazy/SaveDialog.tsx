import './save-dialog.css';
import type { UserModel } from '@gyan/contract/users.ts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { api } from '#features/session/actions.ts';
import { isCreator, useMember } from '#features/session/store.ts';
import { reasonOf } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { QueryError } from '#lib/QueryError.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';
import { queryKeys } from '#lib/query-keys.ts';
import { cardCount } from '#lib/text.ts';
import { useIdempotencyKey } from '#lib/use-idempotency-key.ts';
import { Alert } from '#ui/Alert.tsx';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import type { SaveTarget } from '../save-target.ts';
import { chainChoices, savedState, useSave } from './api.ts';
import { useMembership } from './chain-membership.ts';

interface SaveDialogProps {
  target: SaveTarget;
  onClose: () => void;
}

interface SectionProps {
  user: UserModel;
  target: SaveTarget;
}

/** Saves something privately, sorts it into own lists, and adds a card to own chains. Each press is sent at once. */
export function SaveDialog({ target, onClose }: SaveDialogProps) {
  const user = useMember();
  const { pathname, search } = useLocation();
  if (!user) return <Navigate to={paths.login(pathname + search)} />;
  return (
    <QueryScope>
      <Dialog open size="sm" title={`Save “${target.title}”`} onClose={onClose}>
        <SavedSection user={user} target={target} />
        {target.kind === 'card' && <ChainSection user={user} target={target} />}
      </Dialog>
    </QueryScope>
  );
}

/** Shows why a change failed: in the dialog or, after it was closed, as a toast. */
function useProblem() {
  const [problem, setProblem] = useState<string>();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const report = (text: string | undefined) => {
    if (isOpen.current) setProblem(text);
    else if (text !== undefined) queueToast({ tone: 'danger', text });
  };
  return { problem, report };
}

function SavedSection({ user, target }: SectionProps) {
  const { userId } = user;
  const query = useQuery(savedState(userId, target));
  const { mutateAsync } = useSave(userId, target);
  const { problem, report } = useProblem();
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();

  const save = async (saved: boolean, list?: { listId: number; title: string }) => {
    report(undefined);
    const name = list ? `“${list.title}”` : 'Saved';
    announce(saved ? `Added to ${name}.` : `Removed from ${name}.`);
    try {
      await mutateAsync({ saved, listId: list?.listId });
    } catch (error) {
      report(`${saved ? 'It was not saved.' : 'It is still saved.'} ${reasonOf(error)}`);
    }
  };

  const createList = async (title: string) => {
    const body = { title };
    const { savedListModel } = await api('POST /r/saved_list', { body, idempotencyKey: keyOf(body) });
    await mutateAsync({ saved: true, listId: savedListModel.listId });
    announce(`Added to “${title}”.`);
    // It is being fetched already; the form stays until the list is there.
    await client.refetchQueries({ queryKey: savedState(userId, target).queryKey }, { cancelRefetch: false });
  };

  if (!query.data) return query.isPending ? <Loading /> : <QueryError query={query} />;
  const { saved, listIdVec, savedListModelVec } = query.data;
  return (
    <Choices title="Save, for you alone" problem={problem}>
      <Choice label="Saved" checked={saved} onChange={(on) => void save(on)} />
      {savedListModelVec.map((list) => (
        <Choice
          key={list.listId}
          label={list.title}
          note={String(list.count)}
          checked={listIdVec.includes(list.listId)}
          onChange={(on) => void save(on, list)}
        />
      ))}
      <NewName label="New list" onCreate={createList} />
    </Choices>
  );
}

function ChainSection({ user, target }: SectionProps) {
  const query = useInfiniteQuery(chainChoices(user.userId, target.id));
  const { mutateAsync } = useMembership(user.userId, target.id);
  const { problem, report } = useProblem();
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();

  const put = async (chain: { id: number; title: string }, contains: boolean) => {
    report(undefined);
    announce(contains ? `Added to “${chain.title}”.` : `Removed from “${chain.title}”.`);
    try {
      await mutateAsync({ chainId: chain.id, contains });
    } catch (error) {
      report(`“${chain.title}” was not changed. ${reasonOf(error)}`);
    }
  };

  const createChain = async (title: string) => {
    const body = { title, desc: null, subjectId: -1 };
    const { chapterModel } = await api('POST /r/chapter', { body, idempotencyKey: keyOf(body) });
    await mutateAsync({ chainId: chapterModel.id, contains: true });
    announce(`Added to “${title}”.`);
    void client.invalidateQueries({ queryKey: queryKeys.myChains(user.userId) });
    await client.invalidateQueries({ queryKey: chainChoices(user.userId, target.id).queryKey });
  };

  if (!query.data) return query.isPending ? <Loading /> : <QueryError query={query} />;
  const chains = query.data.pages.flatMap((page) => page.chainChoiceVec);
  const creates = isCreator(user);
  if (chains.length === 0 && !creates) return null;
  return (
    <Choices title="Add to chain" problem={problem}>
      {chains.map((chain) => (
        <Choice
          key={chain.id}
          label={chain.title}
          note={cardCount(chain.postCount)}
          checked={chain.contains}
          onChange={(on) => void put(chain, on)}
        />
      ))}
      {query.hasNextPage && (
        <Button
          size="sm"
          variant="quiet"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          More chains
        </Button>
      )}
      {creates && <NewName label="New chain" onCreate={createChain} />}
    </Choices>
  );
}

const Loading = () => (
  <SkeletonGroup className="save-choices">
    <Skeleton width="half" />
    <Skeleton width="wide" />
    <Skeleton width="wide" />
  </SkeletonGroup>
);

interface ChoicesProps {
  title: string;
  problem: string | undefined;
  children: ReactNode;
}

function Choices({ title, problem, children }: ChoicesProps) {
  return (
    <fieldset className="save-choices">
      <legend>{title}</legend>
      {problem && <Alert tone="danger">{problem}</Alert>}
      {children}
    </fieldset>
  );
}

interface ChoiceProps {
  label: string;
  note?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Choice({ label, note, checked, onChange }: ChoiceProps) {
  return (
    <label className="save-choice">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      <span className="save-choice-label">{label}</span>
      {note && <span className="quiet">{note}</span>}
    </label>
  );
}

interface NewNameProps {
  /** “New list”. */
  label: string;
  /** Rejects when the server refuses. */
  onCreate: (name: string) => Promise<void>;
}

/** A button that becomes a form with one field. */
function NewName({ label, onCreate }: NewNameProps) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (open) input.current?.focus();
    else if (wasOpen.current) button.current?.focus();
    wasOpen.current = open;
  }, [open]);

  const create = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await onCreate(name);
      setName('');
      setOpen(false);
    } catch (problem) {
      setError(reasonOf(problem));
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  };

  if (!open) {
    return (
      <Button
        ref={button}
        size="sm"
        variant="quiet"
        icon={<Plus size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {label}…
      </Button>
    );
  }
  return (
    <form className="save-new" onSubmit={(event) => void create(event)} noValidate>
      <Field label={label} error={error}>
        <TextInput
          ref={input}
          value={name}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <div className="form-actions">
        <Button type="submit" size="sm" variant="primary" busy={busy}>
          Create
        </Button>
        <Button size="sm" variant="quiet" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
