interface NeedsJavaScriptProps {
  /** What needs it. */
  subject: string;
}

/** Shown only to browsers without JavaScript. */
export function NeedsJavaScript({ subject }: NeedsJavaScriptProps) {
  return (
    <noscript>
      <p className="alert alert-info">
        {subject} needs JavaScript. Please turn it on in your browser and load this page again. Everything
        public can be read and searched without it.
      </p>
    </noscript>
  );
}
