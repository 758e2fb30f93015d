import { limits } from '../../contract/src/limits.ts';
import type { Findings } from './findings.ts';

/** Searches of one visitor per minute: quick to exhaust, and more than the journeys need. */
const searches = 200;

/** All requests come from one address and few users, so limits are raised; none is switched off. */
export const raisedLimits = Object.entries(limits)
  .flatMap(([name, budgets]) =>
    Object.entries(budgets).map(([by, { points, seconds }]) => {
      const isCounted = name === 'search' && by === 'address';
      return `${name}.${by}=${isCounted ? searches : Math.min(points * 1000, 1_000_000)}/${seconds}`;
    }),
  )
  .join(',');

/** One visitor searches too often through the load balancer: the servers refuse that visitor and no other. */
export async function exhaustLimit(url: string): Promise<Findings> {
  const search = async (address: string, word: number) => {
    const answer = await fetch(`${url}/api/v1/searchfeed?q=word${word}`, {
      headers: { 'x-forwarded-for': address },
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const address = '203.0.113.7';
  const statuses: number[] = [];
  while (statuses.length < searches + 20) {
    const start = statuses.length;
    statuses.push(...(await Promise.all(Array.from({ length: 10 }, (_, n) => search(address, start + n)))));
  }
  const count = (status: number) => statuses.filter((one) => one === status).length;
  const [answered, refused, otherStatus] = [count(200), count(429), await search('203.0.113.8', 0)];
  const failures: string[] = [];
  if (answered !== searches || answered + refused !== statuses.length)
    failures.push(`limits: of ${searches} searches ${answered} were answered and ${refused} refused`);
  if (otherStatus !== 200) failures.push(`limits: another visitor was answered ${otherStatus}`);
  return {
    failures,
    figures: { limits: `${answered} searches of one visitor answered, ${refused} refused` },
  };
}
