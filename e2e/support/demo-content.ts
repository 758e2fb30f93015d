import type { APIRequestContext } from '@playwright/test';
import { demoPeople } from '../../demo/people.ts';

/** A card, a chain and a subject of the demo content, with their paths. */
export interface DemoContent {
  card: { title: string; path: string };
  chain: { title: string; path: string };
  subject: { title: string; path: string };
  /** A card opened within a chain or subject. */
  inChain: { title: string; path: string };
  inSubject: { title: string; path: string };
}

/** Finds demo content by API, so that journeys need not repeat it. */
export async function findDemoContent(request: APIRequestContext): Promise<DemoContent> {
  const { postModelVec } = await read(request, 'posts');
  const { chapterModelVec } = await read(request, 'chapters');
  const { subjectModelVec } = await read(request, 'subjects');
  const card = postModelVec.find(isOfDemo);
  const chain = chapterModelVec.find(isOfDemo);
  const subject = subjectModelVec.find(isOfDemo);
  const { chapterModel } = await read(request, `chapter?id=${chain.id}`);
  const { outlineVec } = await read(request, `subject_outline?subjectId=${subject.id}`);
  const linked = chapterModel.feedItemModelVec[0].postModel;
  // In the last chapter, far down the outline.
  const { urlText } = outlineVec.at(-1).postVec.at(-1);
  const { postModel: inSubject } = await read(request, `post?postId=${urlText}`);
  return {
    card: { title: card.title, path: `/pd/${card.urlText}` },
    chain: { title: chain.title, path: `/ch/${chain.id}` },
    subject: { title: subject.title, path: `/sub/${subject.id}` },
    inChain: { title: linked.title, path: `/ch/${chain.id}?card=${linked.urlText}` },
    inSubject: { title: inSubject.title, path: `/sub/${subject.id}?card=${urlText}` },
  };
}

interface Owned {
  ownerModel: { firstName: string; lastName: string };
}

/** Other journeys create and delete content at the same time. */
const isOfDemo = ({ ownerModel }: Owned) =>
  demoPeople.some(
    ({ firstName, lastName }) => firstName === ownerModel.firstName && lastName === ownerModel.lastName,
  );

async function read(request: APIRequestContext, path: string) {
  const answer = await request.get(`/api/v1/${path}`);
  if (!answer.ok()) throw new Error(`GET /${path} answered ${answer.status()}: ${await answer.text()}`);
  return answer.json();
}
