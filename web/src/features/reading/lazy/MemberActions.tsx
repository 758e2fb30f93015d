import type { ChapterModel } from '@gyan/contract/chains.ts';
import type { SubjectModel } from '@gyan/contract/subjects.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Flag, Pencil } from 'lucide-react';
import { useState } from 'react';
import { QualityButtons } from '#features/cards/lazy/QualityButtons.tsx';
import { changeEntity, type EntityRef, useEntity } from '#features/entities/store.ts';
import { ExportMenu } from '#features/files/lazy/ExportMenu.tsx';
import { offerStudy, StudyButton } from '#features/learning/lazy/StudyButton.tsx';
import { hiddenNote, reportDialog } from '#features/moderation/lazy-parts.ts';
import { FollowPlaceholder } from '#features/notices/FollowPlaceholder.tsx';
import { FollowButton } from '#features/notices/lazy/FollowButton.tsx';
import { RemixChain } from '#features/remix/lazy/RemixChain.tsx';
import { api } from '#features/session/actions.ts';
import { isCreator, useMember } from '#features/session/store.ts';
import { reasonOf } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { queryKeys } from '#lib/query-keys.ts';
import { announce } from '#ui/announcer.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Menu } from '#ui/Menu.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { SaveButton } from '../SaveButton.tsx';
import { ViewerFieldsError } from './ViewerFieldsError.tsx';

type ContentRef = EntityRef<'chain' | 'subject'>;

interface MemberActionsProps {
  userId: number;
  content: ContentRef;
}

/** What a signed-in user can do with a chain or subject, beside liking it. */
export function MemberActions(props: MemberActionsProps) {
  return (
    <QueryScope>
      <Actions {...props} />
    </QueryScope>
  );
}

/** Reads the viewer's likes, saves and permissions into the entity. */
const viewerFields = (userId: number, { kind, id }: ContentRef) =>
  queryOptions({
    queryKey: queryKeys.viewerFields(userId, kind, id),
    queryFn: async ({ signal }) => {
      if (kind === 'subject') await api('GET /r/subject', { query: { subjectId: id }, signal });
      else await api('GET /r/chapter', { query: { id, limit: 1 }, signal });
      return true;
    },
  });

function Actions({ userId, content }: MemberActionsProps) {
  const query = useQuery(viewerFields(userId, content));
  const entity = useEntity(content.kind, content.id);
  const member = useMember();
  return (
    <>
      <ViewerFieldsError of={content} query={query} />
      {entity?.savedByViewer === undefined ? (
        <SaveButton kind={content.kind} saved={false} />
      ) : (
        entity.ownerModel.userId !== userId && (
          <Save userId={userId} content={content} saved={entity.savedByViewer} />
        )
      )}
      <StudyButton of={content} />
      {entity && content.kind === 'chain' && member && isCreator(member) && <RemixChain chain={entity} />}
      {entity?.savedByViewer === undefined ? (
        <FollowPlaceholder />
      ) : (
        entity.ownerModel.userId !== userId && (
          <FollowButton userId={userId} kind={wireKinds[content.kind]} id={content.id} title={entity.title} />
        )
      )}
      {entity && <ExportMenu of={content} title={entity.title} />}
      {entity && entity.ownerModel.userId !== userId && <MoreMenu content={content} />}
      {entity?.can && (entity.can.edit || entity.can.rate) && <Controls content={content} entity={entity} />}
      {entity?.moderation && (
        <hiddenNote.Component
          noun={content.kind}
          moderation={entity.moderation}
          isOwn={entity.ownerModel.userId === userId}
        />
      )}
    </>
  );
}

function MoreMenu({ content: { kind, id } }: { content: ContentRef }) {
  const [reporting, setReporting] = useState(false);
  return (
    <>
      <Menu
        label={`More about this ${kind}`}
        variant="quiet"
        className="btn-icon"
        align="end"
        groups={[
          {
            items: [
              {
                label: 'Report',
                icon: <Flag size={18} aria-hidden="true" />,
                onSelect: () => setReporting(true),
              },
            ],
          },
        ]}
      >
        <Ellipsis size={20} aria-hidden="true" />
      </Menu>
      {reporting && (
        <reportDialog.Component kind={wireKinds[kind]} id={id} onClose={() => setReporting(false)} />
      )}
    </>
  );
}

/** The API's names. */
const wireKinds = { chain: 'chapter', subject: 'subject' } as const;

const lists = { chain: 'My Chains', subject: 'My Subjects' };

async function setSaved({ kind, id }: ContentRef, userId: number, saved: boolean) {
  if (kind === 'chain') {
    const body = { userId, chapterId: id };
    await api(saved ? 'PUT /r/link_user_chapter' : 'PUT /r/unlink_user_chapter', { body });
  } else {
    const body = { userId, subjectId: id };
    await api(saved ? 'PUT /r/link_user_subject' : 'PUT /r/unlink_user_subject', { body });
  }
}

/** Saves another user's chain or subject to the viewer's own list. */
function Save({ userId, content, saved }: MemberActionsProps & { saved: boolean }) {
  const client = useQueryClient();
  const [pending, setPending] = useState<boolean>();
  const list = lists[content.kind];

  const toggle = async () => {
    if (pending !== undefined) return;
    const wanted = !saved;
    setPending(wanted);
    try {
      await setSaved(content, userId, wanted);
      changeEntity(content, { savedByViewer: wanted });
      announce(wanted ? `Saved to ${list}.` : `Removed from ${list}.`);
      // A saved subject is followed too.
      if (content.kind === 'subject')
        void client.invalidateQueries({ queryKey: queryKeys.allFollows(userId) });
      if (wanted && content.kind === 'subject') offerStudy(content);
    } catch (error) {
      queueToast({
        tone: 'danger',
        text: `${wanted ? 'It was not saved.' : `It is still in ${list}.`} ${reasonOf(error)}`,
      });
    } finally {
      setPending(undefined);
    }
  };
  return <SaveButton kind={content.kind} saved={pending ?? saved} onToggle={() => void toggle()} />;
}

/** Actions of the owner and of admins, as the server permits. */
function Controls({ content, entity }: { content: ContentRef; entity: ChapterModel | SubjectModel }) {
  const { kind, id } = content;
  return (
    <div className="content-controls">
      {entity.can?.edit && (
        <ButtonLink
          to={kind === 'chain' ? paths.editChain(id) : paths.editSubject(id)}
          icon={<Pencil size={18} aria-hidden="true" />}
        >
          Edit
        </ButtonLink>
      )}
      {entity.can?.rate && (
        <QualityButtons
          noun={kind}
          great={entity.quality === 'kQualityGreat'}
          onRate={async (wanted) => {
            const { quality } =
              kind === 'chain'
                ? await api('PUT /r/chapter_quality', { body: { chapterId: id, quality: wanted } })
                : await api('PUT /r/subject_quality', { body: { subjectId: id, quality: wanted } });
            changeEntity(content, { quality });
          }}
        />
      )}
    </div>
  );
}
