/** The order matters: later browsers include the names of earlier ones in their user agent. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)/, 'Safari'],
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

/** The name with the version, where the pattern finds one. */
function first(known: readonly [RegExp, string][], agent: string): string | undefined {
  for (const [pattern, name] of known) {
    const found = pattern.exec(agent);
    if (found) return found[1] ? `${name} ${found[1]}` : name;
  }
  return undefined;
}

export const isPhone = (agent: string | null | undefined) =>
  /\b(?:Mobile|iPhone|Android)\b/.test(agent ?? '');

/** A readable browser name: “Firefox 142 on Windows”. */
export function userAgentText(agent: string | null | undefined): string {
  if (!agent) return 'Unknown device';
  const browser = first(browsers, agent);
  const system = first(systems, agent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Another app';
}
