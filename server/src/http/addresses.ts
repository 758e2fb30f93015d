import { isIPv4, isIPv6 } from 'node:net';

/** What limits count by: an IPv4 address, or the /64 of an IPv6 address. */
export function countedAddress(ip: string): string {
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  return isIPv6(ip) ? `${groupsOf(ip, 4)}::/64` : ip;
}

/** What the audit log stores: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export function shortenedAddress(ip: string): string {
  const counted = countedAddress(ip);
  if (isIPv4(counted)) return `${counted.split('.').slice(0, 3).join('.')}.0/24`;
  return isIPv6(ip) ? `${groupsOf(ip, 3)}::/48` : '';
}

/** The first groups of an IPv6 address, without leading zeros. */
function groupsOf(ip: string, count: number): string {
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array.from({ length: missing }, () => '0'), ...back];
  return groups
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
