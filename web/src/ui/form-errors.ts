export interface FormError {
  field?: string;
  message: string;
}

type ErrorTree = { readonly [name: string]: unknown };

/** Flattens the errors of a form library (`{email: {message}}`, nested by dots) into what the summary lists. */
export function listFormErrors(errors: ErrorTree, prefix = ''): FormError[] {
  return Object.entries(errors).flatMap(([name, error]): FormError[] => {
    if (typeof error !== 'object' || error === null) return [];
    const path = prefix + name;
    if ('message' in error && typeof error.message === 'string') {
      return error.message === ''
        ? []
        : [{ field: name === 'root' ? undefined : path, message: error.message }];
    }
    return listFormErrors(error as ErrorTree, name === 'root' ? prefix : `${path}.`);
  });
}
