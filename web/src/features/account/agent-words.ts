/** In this order: later ones call themselves by the names of earlier ones too. */
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

/** A browser as a person would call it: “Firefox on Windows”. */
export function agentWords(agent: string | null | undefined): string {
  if (!agent) return 'Unknown device';
  const browser = first(browsers, agent);
  const system = first(systems, agent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Another app';
}
