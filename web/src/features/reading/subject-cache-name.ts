/** The cache key of the API answers read while stepping through a subject. */
export const subjectCacheName = (subjectId: number | string) => `subject ${subjectId}`;
