const key = () => process.env.GYAN_DEMO_KEY ?? '';

/** The link of the start line: it opens the mailbox and sets the cookie for the sign-in provider. */
export const demoLink = () => `/demo/mailbox?key=${key()}`;

/** For requests without a browser. */
export const demoCookie = () => `demo-key=${key()}`;

export const demoKeyIn = (startLine: string) => /\/demo\/mailbox\?key=([\w-]+)/.exec(startLine)?.[1];
