export interface FormError {
  field?: string;
  message: string;
}

type ErrorTree = Readonly<Record<string, unknown>>;

/**
 * Flattens the errors of a form library (`{email: {message}}`, nested names joined by dots) for the summary.
 * Errors under `root` concern the whole form and have no field.
 */
export function listFormErrors(errors: ErrorTree, path: readonly string[] = []): FormError[] {
  return Object.entries(errors).flatMap(([name, error]): FormError[] => {
    if (typeof error !== 'object' || error === null) return [];
    const here = [...path, name];
    if (!('message' in error) || typeof error.message !== 'string') {
      return listFormErrors(error as ErrorTree, here);
    }
    if (error.message === '') return [];
    return [{ field: here[0] === 'root' ? undefined : here.join('.'), message: error.message }];
  });
}
