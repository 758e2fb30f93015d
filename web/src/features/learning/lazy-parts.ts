import { lazyPart } from '#lib/lazy-part.tsx';

/** Only after the last card; loaders preload it. */
export const finishedReading = lazyPart(
  async () => (await import('./lazy/FinishedReading.tsx')).FinishedReading,
);

/** Only for people who are signed in. */
export const learnHome = lazyPart(async () => (await import('./lazy/LearnHome.tsx')).LearnHome);
export const continueStrip = lazyPart(async () => (await import('./lazy/ContinueStrip.tsx')).ContinueStrip);
export const rememberButton = lazyPart(
  async () => (await import('./lazy/RememberButton.tsx')).RememberButton,
);

/** Only for those who may edit the card. */
export const promptSection = lazyPart(async () => (await import('./lazy/PromptEditor.tsx')).PromptSection);
export const promptButton = lazyPart(async () => (await import('./lazy/PromptEditor.tsx')).PromptButton);

/** For pictures with labels. */
export const recallPicture = lazyPart(async () => (await import('./lazy/RecallPicture.tsx')).RecallPicture);
