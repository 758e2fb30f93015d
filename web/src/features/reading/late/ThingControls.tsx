import { Pencil } from 'lucide-react';
import { QualityButtons } from '#features/cards/late/QualityButtons.tsx';
import { api } from '#features/session/actions.ts';
import { paths } from '#lib/paths.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { type ThingSight, useSeenThing, useSeenThingWrites } from './seen-thing.ts';

/** What the owner and admins can do; the server says which of it. */
export function ThingControls({ sight }: { sight: ThingSight }) {
  return (
    <QueryScope>
      <Controls sight={sight} />
    </QueryScope>
  );
}

function Controls({ sight }: { sight: ThingSight }) {
  const { kind, id } = sight;
  const seen = useSeenThing(sight).data;
  const writes = useSeenThingWrites(sight);
  if (!seen?.can.edit && !seen?.can.rate) return null;
  return (
    <div className="thing-controls">
      {seen.can.edit && (
        <ButtonLink
          to={kind === 'chain' ? paths.editChain(id) : paths.editSubject(id)}
          icon={<Pencil size={18} aria-hidden="true" />}
        >
          Edit
        </ButtonLink>
      )}
      {seen.can.rate && (
        <QualityButtons
          noun={kind}
          great={seen.great}
          onRate={async (wanted) => {
            const { quality } =
              kind === 'chain'
                ? await api('PUT /r/chapter_quality', { body: { chapterId: id, quality: wanted } })
                : await api('PUT /r/subject_quality', { body: { subjectId: id, quality: wanted } });
            writes.put({ great: quality === 'kQualityGreat' });
          }}
        />
      )}
    </div>
  );
}
