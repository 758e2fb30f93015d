import type { SubjectModel } from '@gyan/contract/subjects.ts';
import { CollectionActions } from '#features/chains/lazy/CollectionActions.tsx';
import { download } from '#features/session/transfer.ts';
import { paths } from '#lib/paths.ts';
import { SubjectDetails } from './SubjectDetails.tsx';

/** Actions on the whole subject. */
export const SubjectActions = ({ userId, subject }: { userId: number; subject: SubjectModel }) => (
  <CollectionActions
    collection={subject}
    noun="subject"
    viewPath={paths.subject(subject.id)}
    listPath={paths.subjects}
    fetchFile={(pictures) =>
      download('GET /r/subject_export', { query: { subjectId: subject.id, pictures } })
    }
    renderDetails={(close) => <SubjectDetails userId={userId} subject={subject} onClose={close} />}
  />
);
