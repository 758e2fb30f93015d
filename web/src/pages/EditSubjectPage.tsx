import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useViewer } from '#features/session/store.ts';
import { LoadedPage } from '#features/shell/LoadedPage.tsx';
import { Notice } from '#features/shell/Notice.tsx';
import { PageHead } from '#features/shell/PageHead.tsx';
import { subjectForViewer, useSubjectChapters } from '#features/subjects/lazy/api.ts';
import { SubjectActions } from '#features/subjects/lazy/SubjectActions.tsx';
import { SubjectEditor } from '#features/subjects/lazy/SubjectEditor.tsx';
import { paths } from '#lib/paths.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { RowSkeletons } from '#lib/RowSkeletons.tsx';
import { displayName } from '#lib/text.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';

export function Page() {
  const viewer = useViewer();
  const { id = '' } = useParams();
  if (viewer.status !== 'in') return null;
  return (
    <QueryScope>
      <Editor key={id} userId={viewer.user.userId} subjectId={Number(id)} />
    </QueryScope>
  );
}

function Editor({ userId, subjectId }: { userId: number; subjectId: number }) {
  // Both queries share one request.
  const query = useQuery(subjectForViewer(userId, subjectId));
  const chapters = useSubjectChapters(userId, subjectId);
  return (
    <LoadedPage
      query={query}
      outline={
        <>
          <PageHead title="Subject: …" />
          <RowSkeletons />
        </>
      }
    >
      {(subject) =>
        subject.can?.edit ? (
          <>
            <PageHead
              title={`Subject: ${subject.title}`}
              actions={<SubjectActions userId={userId} subject={subject} />}
            />
            <SubjectEditor userId={userId} subject={subject} chapters={chapters} />
          </>
        ) : (
          <Notice
            title={`“${subject.title}” is somebody else’s`}
            actions={
              <ButtonLink variant="primary" to={paths.subject(subject.id)}>
                Read the subject
              </ButtonLink>
            }
          >
            You can read it, like it and save it. Changing it is up to {displayName(subject.ownerModel)}.
          </Notice>
        )
      }
    </LoadedPage>
  );
}
