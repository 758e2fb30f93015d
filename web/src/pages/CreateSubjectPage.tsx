import { CreatorArea } from '#features/shell/CreatorArea.tsx';
import { PageHead } from '#features/shell/PageHead.tsx';
import { CreateSubject } from '#features/subjects/lazy/CreateSubject.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';

export function Page() {
  return (
    <QueryScope>
      <CreatorArea>
        {(user) => (
          <>
            <PageHead title="Create Subject">
              A subject binds chains into a course, each of them a chapter. Begin with its title and its
              cover.
            </PageHead>
            <CreateSubject user={user} />
          </>
        )}
      </CreatorArea>
    </QueryScope>
  );
}
