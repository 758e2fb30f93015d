/** True for an IANA time zone that the platform supports, such as `Asia/Kolkata`. */
export function isTimeZone(name: string): boolean {
  // The platform also accepts offsets such as +05:30, which have no daylight saving time.
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/u.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
