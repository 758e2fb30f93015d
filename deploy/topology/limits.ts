import { limits } from '../../contract/src/limits.ts';
import type { Findings } from './faults.ts';

/** Of one visitor, in a minute: few enough to be used up quickly, and more than the journeys need. */
const searches = 200;

/** Everything here is done from one address by few people, so they may do more than others; nothing is switched off. */
export const roomyLimits = Object.entries(limits)
  .flatMap(([name, budgets]) =>
    Object.entries(budgets).map(([by, { points, seconds }]) => {
      const isCounted = name === 'search' && by === 'address';
      return `${name}.${by}=${isCounted ? searches : Math.min(points * 1000, 1_000_000)}/${seconds}`;
    }),
  )
  .join(',');

/** One visitor searches too often through the load balancer: all servers together refuse them, and nobody else. */
export async function useUpLimit(url: string): Promise<Findings> {
  const search = async (address: string, word: number) => {
    const answer = await fetch(`${url}/api/v1/searchfeed?q=word${word}`, {
      headers: { 'x-forwarded-for': address },
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const eager = '203.0.113.7';
  const statuses: number[] = [];
  while (statuses.length < searches + 20) {
    const from = statuses.length;
    statuses.push(...(await Promise.all(Array.from({ length: 10 }, (_, n) => search(eager, from + n)))));
  }
  const count = (status: number) => statuses.filter((one) => one === status).length;
  const [answered, refused, neighbour] = [count(200), count(429), await search('203.0.113.8', 0)];
  const complaints: string[] = [];
  if (answered !== searches || answered + refused !== statuses.length)
    complaints.push(`limits: of ${searches} searches ${answered} were answered and ${refused} refused`);
  if (neighbour !== 200) complaints.push(`limits: another visitor was answered ${neighbour}`);
  return {
    complaints,
    figures: { limits: `${answered} searches of one visitor answered, ${refused} refused` },
  };
}
