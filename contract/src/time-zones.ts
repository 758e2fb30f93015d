/** True for a time zone the platform knows by its IANA name, such as `Asia/Kolkata`. */
export function isTimeZone(name: string): boolean {
  // The platform also takes offsets such as +05:30, which know no daylight saving time.
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/u.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
