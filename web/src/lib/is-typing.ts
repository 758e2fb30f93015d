/** Single keys do nothing while the user types. */
export const isTyping = ({ target }: Event) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
