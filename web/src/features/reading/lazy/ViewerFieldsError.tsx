import { type EntityRef, useEntity } from '#features/entities/store.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { type FailedQuery, QueryError } from '#lib/QueryError.tsx';

interface ViewerFieldsErrorProps {
  of: EntityRef;
  /** The read of the viewer's likes, saves and permissions. */
  query: FailedQuery;
}

/** Says why the buttons do nothing. Content that is not found is hidden from the viewer, which is no failure. */
export function ViewerFieldsError({ of: { kind, id }, query }: ViewerFieldsErrorProps) {
  const isKnown = useEntity(kind, id)?.can !== undefined;
  const isHidden = query.error instanceof ApiProblem && query.error.code === 'not_found';
  return query.error && !isKnown && !isHidden ? <QueryError query={query} /> : null;
}
