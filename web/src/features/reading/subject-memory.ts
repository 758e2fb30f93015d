/** What is read while somebody steps through a subject is remembered under this name. */
export const subjectMemory = (subjectId: number | string) => `subject ${subjectId}`;
