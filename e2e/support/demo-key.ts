const key = () => process.env.GYAN_DEMO_KEY ?? '';

/** What somebody who has started the demo opens once: its mailbox, and the key for the sign-in provider too. */
export const demoLink = () => `/demo/mailbox?key=${key()}`;

/** For requests without a browser. */
export const demoCookie = () => `demo-key=${key()}`;

export const demoKeyIn = (startLine: string) => /\/demo\/mailbox\?key=([\w-]+)/.exec(startLine)?.[1];
