/** The order matters: later browsers include the names of earlier ones in their user agent. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const first = (known: readonly [RegExp, string][], agent: string) =>
  known.find(([pattern]) => pattern.test(agent))?.[1];

/** A readable browser name: “Firefox on Windows”. */
export function userAgentText(agent: string | null | undefined): string {
  if (!agent) return 'Unknown device';
  const browser = first(browsers, agent);
  const system = first(systems, agent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Another app';
}
