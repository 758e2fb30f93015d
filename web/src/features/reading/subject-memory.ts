/** The cache key of the API answers read while stepping through a subject. */
export const subjectMemory = (subjectId: number | string) => `subject ${subjectId}`;
